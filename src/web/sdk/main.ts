import { run, type Place } from './run.ts';

/** Where this script comes from, for pages that do not say where their server is. */
const { src = '' } = (document.currentScript ?? {}) as { src?: string };
const home = src && new URL(src).origin;

Object.assign(window, {
  chatwootSDK: {
    run: (place: Place) => canKeep() && run({ ...place, baseUrl: place.baseUrl || home }),
  },
});

/** Not in a sandbox without an origin, where the frame would have none either, and neither would hear the other. */
function canKeep(): boolean {
  try {
    return document.cookie !== null;
  } catch {
    return false;
  }
}
