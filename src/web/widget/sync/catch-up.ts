import { batch } from '../../kit/signals.ts';
import type { State } from '../store/state.ts';
import type { Conversation, WireMessage } from '../store/wire.ts';
import type { Api } from './api.ts';
import { forgetMessages, type Reading } from './reading.ts';

type Page = { payload: WireMessage[]; meta?: { contact_last_seen_at?: number | string | null } };

const PAGE_SIZE = 20;
const AFTER_SIZE = 100;

export type CatchUp = {
  /**
   * Reads all that was not told: the conversation, its newest messages, and whatever else is shown of it, since that may
   * have been changed or deleted. Returns the messages that are new since the first reading, in their order.
   * @throws RequestError
   */
  run: () => Promise<WireMessage[]>;
  /** Reads the page before the oldest message. @throws RequestError */
  older: () => Promise<void>;
  /** Takes a message that the socket brought. */
  hear: (wire: WireMessage) => boolean;
  /** From now on the socket tells everything, or no longer does. */
  setTelling: (isTelling: boolean) => void;
};

/**
 * Keeps the store complete. Everything up to the cursor of `reading` is known. It follows the messages of the socket only
 * while nothing can be missing before them: answers to one's own messages never move it.
 */
export function createCatchUp(api: Api, state: State, reading: Reading): CatchUp {
  const { messages } = state;
  let isTelling = false;
  let isComplete = false;
  /** The greatest id that the socket told since it began to. */
  let heardId = 0;

  const read = async (query: Record<string, number>) => {
    const since = messages.now();
    const { payload, meta } = await api.request<Page>('GET', 'messages', { query });
    return { payload, since, seenAt: momentOf(meta?.contact_last_seen_at) };
  };

  async function run(): Promise<WireMessage[]> {
    reading.round += 1;
    const mine = reading.round;
    const [newest, conversation] = await Promise.all([
      read({}),
      api.request<Partial<Conversation>>('GET', 'conversations'),
    ]);
    if (mine !== reading.round) return [];
    state.isLoaded.value = true;
    const before = state.conversation.peek();
    // Where an inbox allows only one conversation, the visitor may have gone on in the one that was left.
    if (!before && conversation.id === reading.leftId && reading.leftId !== null) return [];
    const readBefore = reading.cursor;
    if (before && conversation.id !== before.id) forgetMessages(reading, state);
    let from = Math.min(reading.cursor || Infinity, (messages.oldestId() ?? Infinity) - 1);
    const first = newest.payload[0]?.id ?? 0;
    const pages: (typeof newest)[] = [];
    while (first > from + 1) {
      const between = await read({ after: from });
      if (mine !== reading.round) return [];
      pages.push(between);
      const last = between.payload.at(-1)?.id ?? 0;
      if (between.payload.length < AFTER_SIZE || last <= from) break;
      from = last;
    }
    pages.push(newest);
    if (!reading.cursor) begin(newest.payload, newest.seenAt);
    // All at once, so that what is new is told whole, or after a failure once again.
    const added = batch(() => pages.flatMap(({ payload, since }) => messages.put(payload, since)));
    state.conversation.value = conversation.id ? (conversation as Conversation) : null;
    isComplete = isTelling;
    reading.cursor = Math.max(reading.cursor ?? 0, newest.payload.at(-1)?.id ?? 0, isComplete ? heardId : 0);
    // The first reading begins with the past.
    return readBefore === null ? [] : added.filter(({ id }) => id > readBefore);
  }

  function begin(page: readonly WireMessage[], seenAt: number) {
    state.hasOlder.value = page.length >= PAGE_SIZE;
    const seen = page.filter(({ created_at: at }) => at <= seenAt).map(({ id }) => id);
    state.seenId.value = Math.max(state.seenId.peek(), ...seen);
  }

  return {
    run,
    async older() {
      const before = messages.oldestId();
      if (before === null) return;
      const { payload, since } = await read({ before });
      messages.put(payload, since);
      state.hasOlder.value = payload.length >= PAGE_SIZE;
    },
    hear(wire) {
      const isNew = messages.put([wire]).length > 0;
      heardId = Math.max(heardId, wire.id);
      if (isComplete) reading.cursor = Math.max(reading.cursor ?? 0, wire.id);
      return isNew;
    },
    setTelling(now) {
      isTelling = now;
      isComplete = false;
      heardId = 0;
    },
  };
}

/** Unix seconds of a moment that is told in seconds or as a date. */
function momentOf(moment: number | string | null | undefined): number {
  return typeof moment === 'number' ? moment : Math.floor(Date.parse(moment ?? '') / 1000) || 0;
}
