import Module from 'node:module';
import { assetText, isExecutable } from '../../assets.ts';
import type * as views from './views.ts';

/** The views as one module, for the single executable (bin/build.ts). */
const VIEWS_ASSET = 'dist/views.js';

type Views = typeof views;

/** The terminal views, loaded when needed. */
export async function loadViews(): Promise<Views> {
  return isExecutable() ? importText(assetText(VIEWS_ASSET)) : import('./views.ts');
}

/**
 * Imports the text of a module. The single executable's script can import only built-in modules, but a module compiled
 * here can import anything.
 */
async function importText(text: string): Promise<Views> {
  // Node.js has no other name for it.
  // oxlint-disable no-underscore-dangle
  const importer = new Module('views') as Module & { _compile(code: string, filename: string): void };
  importer._compile('module.exports = (url) => import(url);', process.execPath);
  // oxlint-enable no-underscore-dangle
  const load = importer.exports as (url: string) => Promise<Views>;
  return load(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}
