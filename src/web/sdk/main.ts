import { run, type Place } from './run.ts';

/** Where this script comes from, for pages that do not say where their server is. */
const { src = '' } = (document.currentScript ?? {}) as { src?: string };
const home = src && new URL(src).origin;

Object.assign(window, {
  chatwootSDK: {
    run: (place: Place) => (origin !== 'null' || canKeep()) && run({ ...place, baseUrl: place.baseUrl || home }),
  },
});

/**
 * Among pages without an origin, files can. A sandbox cannot: the frame would have no origin either, so that page and frame
 * could not talk.
 */
function canKeep(): boolean {
  try {
    return document.cookie !== null;
  } catch {
    return false;
  }
}
