import { type Cable, openCable } from '../../kit/cable.ts';
import type { State } from '../store/state.ts';
import type { Conversation, WireMessage } from '../store/wire.ts';
import type { CatchUp } from './catch-up.ts';
import type { pauseAfter, RequestError } from '../../kit/request.ts';
import type { Identity, isUnknownVisitor } from './identity.ts';

/** The server counts a visitor as present for 90 seconds. */
const PRESENCE_MS = 60_000;
/** Without a sign that it ended, typing ends. */
const LONGEST_TYPING_MS = 30_000;
const READ_WITHOUT_SOCKET_MS = 10_000;
const READ_UNWATCHED_MS = 60_000;
/** What waits is sent first, so that it is not seen twice; reading does not wait for longer. */
const LONGEST_SENDING_MS = 300;
/** When the server has said nothing for so long, a sign of it is missing. */
const SIGN_MS = 3000;
/** Not soon: what was refused is likely to be refused again. */
const REFUSED_MS = 30_000;

/** What the events have of their data, each some of it. */
type ToldData = Partial<WireMessage & Conversation> & {
  users?: Record<string, string>;
  conversation?: { id?: number };
  is_private?: boolean;
};
type Told = { event: string; data: ToldData };

export type SocketOptions = {
  /** `wss://.../cable` */
  url: string;
  state: State;
  identity: Identity;
  catchUp: CatchUp;
  /** Reads what was missed, and tells of it. @throws RequestError */
  read: () => Promise<void>;
  /** The socket is there again; what waits is sent, before anything is read. */
  socketIsUp: () => Promise<void>;
  /** A message was created, or changed if not `isNew`, as the server told it. */
  heard: (wire: WireMessage, isNew: boolean, isNewest: boolean) => void;
  /** Learns whether the server still knows the visitor, and by which tokens. */
  learn: () => void;
  // Of the part that is always there.
  pauseAfter: typeof pauseAfter;
  isUnknownVisitor: typeof isUnknownVisitor;
};

/** Keeps the socket of the visitor open, and what it tells in the store. */
export function openSocket(options: SocketOptions): () => void {
  const { url, state, identity, catchUp, read, socketIsUp, heard, learn, pauseAfter, isUnknownVisitor } = options;
  let cable: Cable | null = null;
  let isUp = false;
  let presence: ReturnType<typeof setInterval> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(token: string) {
    state.connectionLostAt.value = state.connectionLostAt.peek() ?? Date.now();
    cable = openCable({
      url,
      identifier: JSON.stringify({ channel: 'RoomChannel', pubsub_token: token }),
      hear: (told) => take(told as Told),
      up() {
        isUp = true;
        state.connectionLostAt.value = null;
        catchUp.setTelling(true);
        const soon = new Promise((resolve) => setTimeout(resolve, LONGEST_SENDING_MS));
        void Promise.race([socketIsUp().catch(() => null), soon]).then(() => readAll());
      },
      down(since) {
        isUp = false;
        state.connectionLostAt.value = Math.min(Date.now(), since + SIGN_MS);
        state.isTyping.value = false;
        catchUp.setTelling(false);
      },
      refused() {
        identity.socketToken.value = null;
        retry = setTimeout(learn, REFUSED_MS * Math.random());
      },
      isWatched,
    });
    readWithoutSocket();
    presence = setInterval(() => cable?.perform('update_presence'), PRESENCE_MS);
  }

  function close() {
    clearInterval(presence);
    clearTimeout(reading);
    clearTimeout(typing);
    clearTimeout(retry);
    cable?.close();
    cable = null;
  }

  const isWatched = () => state.isOpen.peek() && !globalThis.document?.hidden;

  /** Where no socket can be opened, what the team writes is still read. */
  function readWithoutSocket() {
    const pause = (isWatched() ? READ_WITHOUT_SOCKET_MS : READ_UNWATCHED_MS) * (0.5 + Math.random() / 2);
    reading = setTimeout(() => {
      if (!isUp) readAll();
      readWithoutSocket();
    }, pause);
  }

  /** Without a socket, reading alone tells whether the server is away. */
  function noteLost({ status }: RequestError) {
    if (status === 0) state.connectionLostAt.value = state.connectionLostAt.peek() ?? Date.now();
  }

  /** Reads what was missed, and tries until it is there: only then is nothing missing. Without a socket, it waits for one. */
  function readAll(failures = 0) {
    clearTimeout(retry);
    const from = cable;
    read().catch((error: RequestError) => {
      if (from !== cable) return;
      if (!isUp) noteLost(error);
      else if (isUnknownVisitor(error)) learn();
      else retry = setTimeout(() => readAll(failures + 1), pauseAfter(error, failures));
    });
  }

  function take({ event, data }: Told) {
    if (event === 'message.created' || event === 'message.updated') takeMessage(data as WireMessage, event);
    else if (event === 'presence.update') takePresence(data.users);
    else if (event.startsWith('conversation.typing_')) takeTyping(event.endsWith('_on'), data);
    else if (event === 'conversation.created') readAll();
    else if (event.startsWith('conversation.')) takeConversation(data as Conversation);
  }

  function takeMessage(wire: WireMessage, event: string) {
    const conversation = state.conversation.peek();
    if (conversation && wire.conversation_id !== undefined && wire.conversation_id !== conversation.id) {
      if (wire.conversation_id > conversation.id) readAll();
      return;
    }
    if (event === 'message.updated' && !state.messages.byId(wire.id)) return;
    const isNew = catchUp.hear(wire);
    if (wire.message_type === 1) state.isTyping.value = false;
    if (isNew || event === 'message.updated') heard(wire, isNew, true);
    if (!conversation && isNew) readAll();
  }

  function takeConversation({ id, status }: Conversation) {
    const before = state.conversation.peek();
    if (before?.id === id && before.status !== status) state.conversation.value = { ...before, status };
  }

  function takeTyping(isOn: boolean, { conversation, is_private: isPrivate }: ToldData) {
    if (isPrivate || conversation?.id !== state.conversation.peek()?.id) return;
    clearTimeout(typing);
    state.isTyping.value = isOn;
    if (isOn) typing = setTimeout(() => (state.isTyping.value = false), LONGEST_TYPING_MS);
  }

  function takePresence(users: Record<string, string> = {}) {
    state.agents.value = state.agents
      .peek()
      .map((agent) => ({ ...agent, availability_status: users[agent.id] ?? 'offline' }));
  }

  const stopWatching = state.isOpen.subscribe((isOpen) => isOpen && cable?.wake());
  const stop = identity.socketToken.subscribe((token) => {
    close();
    if (token) open(token);
    else state.connectionLostAt.value = null;
  });
  return () => {
    stopWatching();
    stop();
    close();
  };
}
