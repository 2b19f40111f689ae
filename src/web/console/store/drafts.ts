import { type Signal, signal } from '../../kit/signals.ts';
import type { Keeper } from './keeper.ts';

export type Mode = 'reply' | 'note';

/** A text that was begun. */
export type Draft = { text: string; /** Unix milliseconds. */ changedAt: number; isOnServer: boolean };

export type Drafts = {
  /** The draft of a conversation and mode; '' = there is none. Writing it is `write`. */
  of: (conversationId: number, mode: Mode) => { readonly value: Draft; peek: () => Draft };
  /** Reads what the browser keeps, and what the server has from another device. */
  open: (conversationId: number) => Promise<void>;
  /** Reads all that the browser keeps. */
  openAll: () => Promise<void>;
  write: (conversationId: number, mode: Mode, text: string) => void;
  /** Takes what another tab wrote. */
  reload: (conversationId: number, mode: Mode) => Promise<void>;
  /** Writes all that waits. */
  flush: () => Promise<void>;
};

export type DraftsOptions = {
  keeper: Keeper;
  /** The server's draft of a reply; null = it has none. @throws RequestError */
  read: (conversationId: number) => Promise<string | null>;
  /** Stores the draft on the server; '' deletes it. @throws RequestError */
  store: (conversationId: number, text: string) => Promise<void>;
  /** A draft was kept, which other tabs may show. */
  kept: (conversationId: number, mode: Mode) => void;
};

const KEEP_MS = 250;
const STORE_MS = 2500;
const NONE: Draft = { text: '', changedAt: 0, isOnServer: true };

type Waiting = { keep?: ReturnType<typeof setTimeout>; store?: ReturnType<typeof setTimeout> };

/** Drafts per conversation and mode: in the browser at once, those of replies soon on the server, for other devices. */
export function createDrafts({ keeper, read, store, kept }: DraftsOptions): Drafts {
  const drafts = new Map<string, Signal<Draft>>();
  const waiting = new Map<string, Waiting>();
  const nameOf = (id: number, mode: Mode) => `draft:${id}:${mode}`;

  function signalOf(id: number, mode: Mode): Signal<Draft> {
    const found = drafts.get(nameOf(id, mode)) ?? signal(NONE);
    drafts.set(nameOf(id, mode), found);
    return found;
  }

  async function keep(id: number, mode: Mode): Promise<void> {
    await keeper.set(nameOf(id, mode), signalOf(id, mode).peek());
    kept(id, mode);
  }

  async function storeReply(id: number): Promise<void> {
    const draft = signalOf(id, 'reply');
    const { text, isOnServer } = draft.peek();
    if (isOnServer) return;
    await store(id, text);
    // It may have been changed meanwhile.
    if (draft.peek().text === text) draft.value = { ...draft.peek(), isOnServer: true };
    await keep(id, 'reply');
  }

  /** A draft that the server could not take is stored with the next one, or when the conversation is opened. */
  const tryToStore = (id: number) => storeReply(id).catch(() => {});

  async function reload(id: number, mode: Mode): Promise<void> {
    takeKept(id, mode, await keeper.get<Draft>(nameOf(id, mode)));
  }

  function takeKept(id: number, mode: Mode, found: Draft | undefined): void {
    const draft = signalOf(id, mode);
    if (found && found.changedAt > draft.peek().changedAt) draft.value = found;
  }

  return {
    of: signalOf,
    async open(id) {
      await Promise.all([reload(id, 'reply'), reload(id, 'note')]);
      const reply = signalOf(id, 'reply');
      const before = reply.peek();
      if (!before.isOnServer) return tryToStore(id);
      const text = await read(id).catch(() => undefined);
      // What was written here meanwhile is newer.
      if (text === undefined || reply.peek() !== before || (text ?? '') === before.text) return;
      reply.value = { text: text ?? '', changedAt: Date.now(), isOnServer: true };
    },
    async openAll() {
      for (const [name, draft] of await keeper.all<Draft>('draft:')) {
        const [, id, mode] = name.split(':') as [string, string, Mode];
        takeKept(Number(id), mode, draft);
      }
    },
    write(id, mode, text) {
      const draft = signalOf(id, mode);
      if (draft.peek().text === text) return;
      draft.value = { text, changedAt: Math.max(Date.now(), draft.peek().changedAt + 1), isOnServer: mode === 'note' };
      const timers = waiting.get(nameOf(id, mode)) ?? {};
      timers.keep ??= setTimeout(() => {
        delete timers.keep;
        void keep(id, mode);
      }, KEEP_MS);
      if (mode === 'reply') {
        timers.store ??= setTimeout(() => {
          delete timers.store;
          void tryToStore(id);
        }, STORE_MS);
      }
      waiting.set(nameOf(id, mode), timers);
    },
    reload,
    async flush() {
      for (const { keep: keeping, store: storing } of waiting.values()) {
        clearTimeout(keeping);
        clearTimeout(storing);
      }
      waiting.clear();
      const open = [...drafts.keys()].map((name) => name.split(':') as [string, string, Mode]);
      await Promise.all(open.map(([, id, mode]) => keep(Number(id), mode)));
      await Promise.all(open.map(([, id, mode]) => (mode === 'reply' ? tryToStore(Number(id)) : null)));
    },
  };
}
