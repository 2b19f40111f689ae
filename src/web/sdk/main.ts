import { run, type Place } from './run.ts';

/** Where this script comes from, for pages that do not say where their server is. */
const { src = '' } = (document.currentScript ?? {}) as { src?: string };
const home = src && new URL(src).origin;

Object.assign(window, { chatwootSDK: { run: (place: Place) => run({ ...place, baseUrl: place.baseUrl || home }) } });
