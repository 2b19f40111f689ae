import { type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import { type FileInfo, keyOfFile, takeFiles } from './files.ts';
import type { Keeper, Written } from './keeper.ts';
import type { Composed } from './outbox.ts';
import type { Recipients } from './recipients.ts';

export type Mode = 'reply' | 'note';

/** What was begun to be written. */
export type Draft = {
  text: string;
  files: readonly FileInfo[];
  /** As the user changed them; null = as the composer proposes them. */
  recipients: Recipients | null;
  /** Unix milliseconds. */
  changedAt: number;
  /** Of the text: files and recipients are only here. */
  isOnServer: boolean;
};

/** A message that was taken back is in the drafts of its conversation again. */
export type Restored = { conversationId: number; mode: Mode; replyTo: number | null };

export type Drafts = {
  /** The draft of a conversation and mode; without text and files, there is none. */
  of: (conversationId: number, mode: Mode) => { readonly value: Draft; peek: () => Draft };
  /** Reads what the browser keeps, and what the server has from another device. */
  open: (conversationId: number) => Promise<void>;
  /** Reads all that the browser keeps. */
  openAll: () => Promise<void>;
  write: (conversationId: number, mode: Mode, text: string) => void;
  /** Resolves when the browser keeps the files. */
  attach: (conversationId: number, mode: Mode, chosen: readonly File[]) => Promise<void>;
  detach: (conversationId: number, mode: Mode, file: FileInfo) => Promise<void>;
  address: (conversationId: number, recipients: Recipients | null) => void;
  /** Empties the draft, whose files go on with a message. Returns what the browser keeps together with the message. */
  empty: (conversationId: number, mode: Mode) => Written;
  /** Puts a message that is taken back before what was written since. Returns what the browser keeps as the message goes. */
  restore: (conversationId: number, composed: Composed, files: readonly FileInfo[]) => Written;
  /** The last message that was taken back in this tab. */
  restored: ReadonlySignal<Restored | null>;
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
const NONE: Draft = { text: '', files: [], recipients: null, changedAt: 0, isOnServer: true };

type Waiting = { keep?: ReturnType<typeof setTimeout>; store?: ReturnType<typeof setTimeout> };

/** Drafts per conversation and mode: in the browser at once, the texts of replies soon on the server, for other devices. */
export function createDrafts({ keeper, read, store, kept }: DraftsOptions): Drafts {
  const drafts = new Map<string, Signal<Draft>>();
  const waiting = new Map<string, Waiting>();
  const restored = signal<Restored | null>(null);
  /** The last request for the draft of each conversation: a text must not reach the server after a later one. */
  const storing = new Map<number, Promise<void>>();
  const nameOf = (id: number, mode: Mode) => `draft:${id}:${mode}`;

  function signalOf(id: number, mode: Mode): Signal<Draft> {
    const found = drafts.get(nameOf(id, mode)) ?? signal(NONE);
    drafts.set(nameOf(id, mode), found);
    return found;
  }

  const asWritten = (id: number, mode: Mode): Written => [nameOf(id, mode), signalOf(id, mode).peek()];

  async function keep(id: number, mode: Mode, also: readonly Written[] = [], removed: readonly string[] = []) {
    await keeper.change([asWritten(id, mode), ...also], removed);
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
  function tryToStore(id: number): Promise<void> {
    const before = storing.get(id) ?? Promise.resolve();
    const now = before.then(() => storeReply(id)).catch(() => {});
    storing.set(id, now);
    return now;
  }

  async function reload(id: number, mode: Mode): Promise<void> {
    takeKept(id, mode, await keeper.get<Partial<Draft>>(nameOf(id, mode)));
  }

  function takeKept(id: number, mode: Mode, found: Partial<Draft> | undefined): void {
    const draft = signalOf(id, mode);
    const isNewer = (found?.changedAt ?? 0) > draft.peek().changedAt;
    if (isNewer) draft.value = { ...NONE, ...found };
  }

  /** Shows the change at once; the draft is kept and stored soon. */
  function change(id: number, mode: Mode, part: Partial<Draft>): void {
    const draft = signalOf(id, mode);
    const before = draft.peek();
    const isOnServer = mode === 'note' || (before.isOnServer && (part.text ?? before.text) === before.text);
    draft.value = { ...before, ...part, changedAt: Math.max(Date.now(), before.changedAt + 1), isOnServer };
    const timers = waiting.get(nameOf(id, mode)) ?? {};
    timers.keep ??= setTimeout(() => {
      delete timers.keep;
      void keep(id, mode);
    }, KEEP_MS);
    if (!isOnServer) {
      timers.store ??= setTimeout(() => {
        delete timers.store;
        void tryToStore(id);
      }, STORE_MS);
    }
    waiting.set(nameOf(id, mode), timers);
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
      reply.value = { ...before, text: text ?? '', changedAt: Date.now(), isOnServer: true };
    },
    async openAll() {
      for (const [name, draft] of await keeper.all<Partial<Draft>>('draft:')) {
        const [, id, mode] = name.split(':') as [string, string, Mode];
        takeKept(Number(id), mode, draft);
      }
    },
    write(id, mode, text) {
      if (signalOf(id, mode).peek().text !== text) change(id, mode, { text });
    },
    async attach(id, mode, chosen) {
      const { files, written } = takeFiles(chosen);
      change(id, mode, { files: [...signalOf(id, mode).peek().files, ...files] });
      await keep(id, mode, written);
    },
    async detach(id, mode, file) {
      change(id, mode, {
        files: signalOf(id, mode)
          .peek()
          .files.filter((one) => one.id !== file.id),
      });
      await keep(id, mode, [], [keyOfFile(file)]);
    },
    address: (id, recipients) => change(id, 'reply', { recipients }),
    empty(id, mode) {
      change(id, mode, { text: '', files: [], recipients: null });
      return asWritten(id, mode);
    },
    restore(conversationId, { mode, text, replyTo, recipients }, files) {
      const now = signalOf(conversationId, mode).peek();
      change(conversationId, mode, {
        text: [text, now.text].filter(Boolean).join('\n'),
        files: [...files, ...now.files],
        recipients: recipients ?? now.recipients,
      });
      restored.value = { conversationId, mode, replyTo };
      return asWritten(conversationId, mode);
    },
    restored,
    reload,
    async flush() {
      for (const { keep: keeping, store: storing } of waiting.values()) {
        clearTimeout(keeping);
        clearTimeout(storing);
      }
      const open = [...waiting.keys()].map((name) => name.split(':') as [string, string, Mode]);
      waiting.clear();
      await Promise.all(open.map(([, id, mode]) => keep(Number(id), mode)));
      await Promise.all(open.map(([, id, mode]) => (mode === 'reply' ? tryToStore(Number(id)) : null)));
    },
  };
}
