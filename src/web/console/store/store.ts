import { batch, type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { Change } from './changes.ts';
import { type Contact, contactOf } from './contact.ts';
import { type Conversation, conversationOf } from './conversation.ts';
import { createList, type List } from './list.ts';
import { keyOf, type ListQuery } from './list-query.ts';
import { type Message, messageOf } from './message.ts';
import { type AsOf, createRecords, type Records } from './records.ts';
import { createThread, type Thread } from './thread.ts';
import type { WireConversation, WireMessage } from './wire.ts';

/** Threads that are held, so that they open at once; the longest unopened one goes first. */
const MOST_THREADS = 50;

/** Every record that the console knows, once. */
export type Store = {
  conversations: Records<Conversation>;
  contacts: Records<Contact>;
  messages: Records<Message>;
  /** The id of the newest message of a conversation that is no activity; undefined = none is known. */
  lastMessage: (conversationId: number) => ReadonlySignal<number | undefined>;
  /** The list for the query; `isNew` = nothing of it was loaded. */
  list: (query: ListQuery) => { list: List; isNew: boolean };
  /** Forgets all lists but these. */
  dropLists: (kept: ReadonlySet<List>) => void;
  /** The thread of a conversation; `isNew` = nothing of it was loaded. */
  thread: (conversationId: number) => { thread: Thread; isNew: boolean };
  takeConversation: (wire: WireConversation, asOf: AsOf) => void;
  /** Takes messages of a conversation; `put` has its thread take them. */
  takeMessages: (conversationId: number, wires: readonly WireMessage[], asOf: AsOf, put: PutInThread) => void;
  /** Hides the conversations of inboxes that the user sees no more. */
  hideInboxes: (ids: readonly number[]) => void;
  /** Takes the answer to a message that the user wrote. */
  takeAnswer: (wire: WireMessage, asOf: AsOf) => void;
  /** The socket may have missed something from now on. */
  lost: () => void;
  /** Takes what the socket or the feed tells; `last` is the number of the last event before it. */
  apply: (change: Change, last: AsOf) => void;
  /** Has each list begin anew with its next first page; rows stay until then. */
  expectLists: () => void;
  /** Empties the threads, and expects the lists. */
  restart: () => void;
};

type PutInThread = (thread: Thread, messages: readonly Message[]) => void;

export type StoreOptions = {
  userId: number;
  /** A list cannot tell whether it has a conversation: the server has to be asked. */
  listIsBehind: (list: List) => void;
  /** A conversation that is not known has changed. */
  unknownConversation: (id: number) => void;
};

export function createStore({ userId, listIsBehind, unknownConversation }: StoreOptions): Store {
  const conversations = createRecords<Conversation>(({ updatedAt }) => updatedAt);
  const contacts = createRecords<Contact>(() => 0);
  const messages = createRecords<Message>(({ updatedAt }) => updatedAt);
  const newest = new Map<number, ReturnType<typeof signal<number | undefined>>>();
  const lists = new Map<string, List>();
  const threads = new Map<number, Thread>();
  /** The conversation of the new message that is being taken; null = there is none. */
  let activeId: number | null = null;

  conversations.follow((id, now, before) => {
    const isActive = id === activeId || (now?.lastActivityAt ?? 0) > (before?.lastActivityAt ?? 0);
    for (const list of lists.values()) if (list.changed(id, now, isActive)) listIsBehind(list);
    if (!now && conversations.isRemoved(id)) threads.delete(id);
  });

  function newestOf(conversationId: number) {
    const found = newest.get(conversationId) ?? signal<number | undefined>(undefined);
    newest.set(conversationId, found);
    return found;
  }

  function expectLists(): void {
    batch(() => {
      for (const list of lists.values()) list.setState('loading');
    });
  }

  function takeMessage(message: Message, asOf: AsOf, isTold: boolean): void {
    messages.take(message, asOf);
    threads.get(message.conversationId)?.take(message, isTold);
    if (message.kind === 'activity') return;
    const last = newestOf(message.conversationId);
    const before = last.peek();
    if (before !== undefined && before >= message.id) return;
    last.value = message.id;
    // Only threads that are held need more than their last message.
    if (before !== undefined && !threads.has(message.conversationId)) messages.forget(before);
  }

  function takeConversation(wire: WireConversation, asOf: AsOf): void {
    batch(() => {
      contacts.take(contactOf(wire.meta.sender), asOf);
      const last = wire.last_non_activity_message ?? wire.messages.find(({ message_type: type }) => type !== 2);
      // Messages inside of events lack their time of change: a known one stays as it is.
      if (last && (last.updated_at !== undefined || !messages.stored(last.id))) {
        takeMessage(messageOf({ ...last, conversation_id: wire.id }), asOf, false);
      }
      conversations.take(conversationOf(wire), asOf);
    });
  }

  function apply(change: Change, last: AsOf): void {
    const { name, conversation, message, contact, data } = change;
    const asOf = change.number ?? last;
    if (name === 'conversation.deleted') {
      for (const id of data['ids'] as number[]) conversations.remove(id, asOf);
      return;
    }
    if (name === 'contact.deleted') return contacts.remove(contact?.id ?? 0, asOf);
    if (contact) contacts.take(contactOf(contact), asOf);
    if (conversation) takeConversation(conversation, asOf);
    if (message) {
      takeMessage(messageOf(message), asOf, true);
      if (!conversation) takeFromMessage(message, data['conversation'], asOf);
    }
    if (name === 'conversation.unread_count_changed' && typeof data['conversation_id'] === 'number') {
      const [unreadCount, agentLastSeenAt] = [Number(data['unread_count']), Number(data['agent_last_seen_at'])];
      conversations.patch(data['conversation_id'], (record) => ({ ...record, unreadCount, agentLastSeenAt }), asOf);
    }
  }

  /** Some values of the conversation come with each message. */
  function takeFromMessage({ conversation_id: id }: WireMessage, given: unknown, asOf: AsOf): void {
    if (!conversations.stored(id)) {
      if (!conversations.isRemoved(id)) unknownConversation(id);
      return;
    }
    if (typeof given !== 'object' || given === null) return;
    const { unread_count: unreadCount, last_activity_at: lastActivityAt } = given as Partial<WireConversation>;
    if (unreadCount === undefined || lastActivityAt === undefined) return;
    conversations.patch(
      id,
      (record) => ({ ...record, unreadCount, lastActivityAt: Math.max(lastActivityAt, record.lastActivityAt) }),
      asOf,
    );
  }

  return {
    conversations,
    contacts,
    messages,
    lastMessage: newestOf,
    list(query) {
      const found = lists.get(keyOf(query));
      const list = found ?? createList(query, conversations, userId);
      lists.set(keyOf(query), list);
      return { list, isNew: !found };
    },
    dropLists(kept) {
      for (const [key, list] of lists) if (!kept.has(list)) lists.delete(key);
    },
    thread(id) {
      const found = threads.get(id);
      const thread = found ?? createThread(id);
      // The last in the map was opened last.
      threads.delete(id);
      threads.set(id, thread);
      for (const old of [...threads.keys()].slice(0, -MOST_THREADS)) threads.delete(old);
      return { thread, isNew: !found };
    },
    takeConversation,
    takeMessages(conversationId, wires, asOf, put) {
      batch(() => {
        const taken = wires.map((wire) => messageOf({ ...wire, conversation_id: conversationId }));
        for (const message of taken) takeMessage(message, asOf, false);
        const thread = threads.get(conversationId);
        if (thread) put(thread, taken);
      });
    },
    hideInboxes(ids) {
      for (const id of conversations.ids()) {
        if (ids.includes(conversations.peek(id)?.inboxId ?? 0)) conversations.hide(id);
      }
    },
    takeAnswer: (wire, asOf) => batch(() => takeMessage(messageOf(wire), asOf, false)),
    lost() {
      for (const thread of threads.values()) thread.lost();
    },
    apply(change, last) {
      const isNew = change.name === 'message.created' && change.message?.message_type !== 2;
      activeId = isNew ? (change.message?.conversation_id ?? null) : null;
      batch(() => apply(change, last));
      activeId = null;
    },
    expectLists,
    restart() {
      batch(() => {
        for (const thread of threads.values()) thread.clear();
        expectLists();
      });
    },
  };
}
