import { newId } from '../../kit/new-id.ts';
import type { Mode } from '../store/drafts.ts';
import type { AllViewers } from '../store/viewing.ts';

/** From one tab to the others of the same user and account. */
export type Note =
  /** A frame of the socket; `after` is the number of the last event before it. */
  | { is: 'frame'; frame: unknown; after: number }
  | { is: 'line'; isUp: boolean; since: number }
  /** A new tab wants to know how the line is. */
  | { is: 'ask' }
  /** Something was put into the outbox, or taken out of it. */
  | { is: 'outbox' }
  /** So much of a message with files is sent, 0 to 1. */
  | { is: 'progress'; key: string; share: number }
  /** The server has answered what a tab of the outbox wrote. */
  | { is: 'answered'; key: string; answer: unknown; asOf: number }
  | { is: 'refused'; key: string; status: number; reason: string }
  /** The browser keeps another draft than before. */
  | { is: 'draft'; conversationId: number; mode: Mode }
  /** Which conversation a tab has open; null = none. */
  | { is: 'view'; tab: string; conversationId: number | null }
  /** The tab that leads from now on wants to know which each has open. */
  | { is: 'who views' }
  /** Who of the team has which conversations open, for a new tab. */
  | { is: 'viewers'; viewers: AllViewers }
  /** What the navigation lists has changed, of which no event tells. */
  | { is: 'settings' }
  | { is: 'signed out' };

export type Tabs = {
  tell: (note: Note) => void;
  hear: (take: (note: Note) => void) => void;
  /** Calls `lead` when this tab is the one that has the socket and sends; the end of the tab passes it on. */
  whenLeading: (lead: () => void) => void;
  close: () => void;
};

/**
 * The tabs of a user in an account, of which one leads. Browsers have no locks on pages that came over plain HTTP from another
 * computer: there, each tab leads itself and tells nothing.
 */
export function joinTabs(name: string): Tabs {
  const { locks } = navigator;
  // TypeScript believes that every browser has locks everywhere.
  const isShared = (locks as LockManager | undefined) !== undefined && 'BroadcastChannel' in globalThis;
  if (!isShared) return { tell: () => {}, hear: () => {}, whenLeading: (lead) => lead(), close: () => {} };
  const channel = new BroadcastChannel(name);
  const from = newId();
  const end = new AbortController();
  const leaders: (() => void)[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isLeading = false;
  const hold = () => {
    isLeading = true;
    for (const lead of leaders) lead();
    return held;
  };
  locks.request(name, { signal: end.signal }, hold).catch(() => {});

  return {
    tell(note) {
      if (end.signal.aborted) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are of one origin
      channel.postMessage({ from, note });
    },
    hear(take) {
      channel.addEventListener('message', ({ data }: MessageEvent<{ from: string; note: Note }>) => {
        if (!end.signal.aborted && data.from !== from) take(data.note);
      });
    },
    whenLeading(lead) {
      leaders.push(lead);
      if (isLeading) lead();
    },
    close() {
      end.abort();
      release();
      channel.close();
    },
  };
}
