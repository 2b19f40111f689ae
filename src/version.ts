import { assetText } from './assets.ts';

/** The version of this program, as in package.json. */
export const VERSION = (JSON.parse(assetText('package.json')) as { version: string }).version;
