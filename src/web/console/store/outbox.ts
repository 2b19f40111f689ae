import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import { sorted } from '../../kit/sorted.ts';
import type { Conversation } from './conversation.ts';
import type { Mode } from './drafts.ts';
import { type FileInfo, keyOfFile } from './files.ts';
import type { Keeper, Written } from './keeper.ts';
import type { Recipients } from './recipients.ts';

/** A message, as it is shown while it waits. */
export type OutgoingMessage = {
  content: string;
  isPrivate: boolean;
  files?: readonly FileInfo[];
  /** What it was made of in the composer, which has it again when it is taken back. */
  draft?: Composed;
};

export type Composed = {
  mode: Mode;
  text: string;
  /** The id of the quoted message; null = none is. */
  replyTo: number | null;
  recipients: Recipients | null;
};

/** Something that the user did and the server has not acknowledged. */
export type Outgoing = {
  /** The `Idempotency-Key` of its request, and the `echo_id` of a message. */
  key: string;
  conversationId: number;
  method: string;
  /** Below the account. */
  path: string;
  body: object;
  message?: OutgoingMessage;
  /** The values of the conversation as they are shown while it waits. */
  change?: Partial<Conversation>;
  /** The key of the message that it goes with: without that message, it is not sent. */
  after?: string;
  /** Unix milliseconds, later for each of a tab. */
  writtenAt: number;
  /** Until then, it can be taken back. Unix milliseconds. */
  sendAt: number;
  /** Why the server refused it; it is sent again only when the user wants so. */
  problem?: { status: number; reason: string };
};

export type Outbox = {
  /** In the order of writing. */
  entries: ReadonlySignal<readonly Outgoing[]>;
  find: (key: string) => Outgoing | undefined;
  /** Shows the entry at once; resolves when the browser keeps it, and with it `also`. */
  put: (entry: Outgoing, also?: readonly Written[]) => Promise<void>;
  /** Removes the entry with its files. */
  remove: (key: string) => Promise<void>;
  /** Removes the entry, and keeps `also`, which has its files. */
  takeBack: (key: string, also: readonly Written[]) => Promise<void>;
  /** The entry as the browser keeps it; undefined = it was taken back, or answered in another tab. */
  kept: (key: string) => Promise<Outgoing | undefined>;
  /** Reads what other tabs wrote. */
  reload: () => Promise<void>;
  /** Calls back with each entry that comes or changes, and with those that go: then it is not there. */
  follow: (changed: (entry: Outgoing, isThere: boolean) => void) => void;
};

const START = 'outbox:';

/** The outbox of a user in an account, which all tabs share. */
export function createOutbox(keeper: Keeper): Outbox {
  const entries = signal<readonly Outgoing[]>([]);
  const followers: ((entry: Outgoing, isThere: boolean) => void)[] = [];
  /** Entries that are gone, which a slow read may still find. */
  const gone = new Set<string>();
  const find = (key: string) => entries.peek().find((one) => one.key === key);

  function show(key: string, now: Outgoing | undefined): void {
    const entry = now ?? find(key);
    if (!entry) return;
    const others = entries.peek().filter((one) => one.key !== key);
    entries.value = now ? sorted([...others, now], inOrder) : others;
    for (const changed of followers) changed(entry, now !== undefined);
  }

  return {
    entries,
    find,
    async put(entry, also = []) {
      show(entry.key, entry);
      await keeper.change([[START + entry.key, entry], ...also]);
    },
    async remove(key) {
      const files = find(key)?.message?.files ?? [];
      gone.add(key);
      show(key, undefined);
      await keeper.change([], [START + key, ...files.map(keyOfFile)]);
    },
    async takeBack(key, also) {
      gone.add(key);
      show(key, undefined);
      await keeper.change(also, [START + key]);
    },
    kept: (key) => keeper.get<Outgoing>(START + key),
    async reload() {
      const before = entries.peek();
      const kept = new Map((await keeper.all<Outgoing>(START)).map(([, entry]) => [entry.key, entry]));
      for (const { key } of before) if (!kept.has(key)) show(key, undefined);
      for (const [key, entry] of kept) if (!gone.has(key) && !isSame(find(key), entry)) show(key, entry);
    },
    follow: (changed) => void followers.push(changed),
  };
}

/** Tabs may write within the same millisecond. */
const inOrder = (a: Outgoing, b: Outgoing) => a.writtenAt - b.writtenAt || (a.key < b.key ? -1 : 1);

/** Entries change only by a problem that comes or goes. */
function isSame(one: Outgoing | undefined, other: Outgoing): boolean {
  return one !== undefined && one.problem?.reason === other.problem?.reason && one.sendAt === other.sendAt;
}
