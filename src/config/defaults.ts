import { parse } from 'yaml';
import { assetText, isExecutable } from '../assets.ts';
import type { Tree } from './tree.ts';

/**
 * The settings of config/default.yaml. The executable has them as JSON, which is read in a tenth of the time.
 */
export function defaults(): Tree {
  return (
    isExecutable() ? JSON.parse(assetText('config/default.json')) : parse(assetText('config/default.yaml'))
  ) as Tree;
}
