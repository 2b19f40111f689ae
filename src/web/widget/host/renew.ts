import type { ToFrame } from '../../kit/protocol.ts';
import type { Route } from '../store/state.ts';
import type { WidgetMemory } from '../widget-options.ts';

/** All that an app leaves to the one that takes its place: in the same page, or on the next one of the tab. */
export type Kept = {
  token: string | null;
  route: Route;
  memory: WidgetMemory;
  /** Messages of the page about its visitor and their conversation; the next page says its own. */
  told?: ToFrame[];
};

/** An app that has just taken the place of another one finds the same if it looks again. */
const PAUSE_MS = 60_000;

/**
 * Whether the page begins anew already. Until then, parts still cannot be loaded, and where the page takes long, to begin once
 * more for each of them would never end.
 */
let isLeaving = false;

/** Takes what the app that was here before has left; null = there was none. */
export function takeKept(): Kept | null {
  const { kept = null } = (history.state ?? {}) as { kept?: Kept };
  if (kept) history.replaceState(kept.token, '');
  return kept;
}

/**
 * Has the page begin anew, with what `keep` gives, if the server has another version of the app now: what this one has
 * not loaded yet is there no more.
 */
export async function renewIfGone(isRenewed: boolean, keep: () => Kept): Promise<void> {
  if (isRenewed && performance.now() < PAUSE_MS) return;
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404 || isLeaving) return;
  history.replaceState({ kept: keep() }, '');
  isLeaving = true;
  location.reload();
}
