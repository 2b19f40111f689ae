import type { WireMessage } from '../store/wire.ts';
import type { Api } from './api.ts';
import { createCatchUp } from './catch-up.ts';
import type { Reading } from './reading.ts';
import { createSeen } from './seen.ts';
import { openSocket, type SocketOptions } from './socket.ts';
import { createTyping, type Typing } from './typing.ts';

export { hearMessage, showUnread } from '../host/hear-message.ts';

/** What only visitors with a conversation need, which is loaded with the first need. */
export type Live = {
  /** Reads what is new, and tells of it. @throws RequestError */
  read: () => Promise<void>;
  /** Reads the page before the oldest message. @throws RequestError */
  older: () => Promise<void>;
  /** The visitor has seen all messages that there are. */
  noteSeen: () => void;
  typing: Typing;
  /** Answers a message of the team that asks for something. @throws RequestError */
  submit: (id: number, message: object) => Promise<void>;
  /** @throws RequestError */
  end: () => Promise<void>;
  /** Asks for the conversation by e-mail. @throws RequestError */
  transcript: () => Promise<void>;
  stop: () => void;
};

export type LiveOptions = Omit<SocketOptions, 'catchUp' | 'read'> & { api: Api; reading: Reading };

export function createLive(options: LiveOptions): Live {
  const { api, state, reading, heard } = options;
  const { messages } = state;
  const catchUp = createCatchUp(api, state, reading);

  async function read() {
    const found = await catchUp.run();
    // There is a connection, also where the browser still holds the socket back.
    state.connectionLostAt.value = null;
    for (const [at, wire] of found.entries()) heard(wire, true, at === found.length - 1);
  }

  return {
    read,
    older: catchUp.older,
    noteSeen: createSeen(api, state),
    typing: createTyping(api, state),
    async submit(id, message) {
      const since = messages.now();
      const answer = await api.request<Partial<WireMessage>>('PATCH', `messages/${id}`, { body: message });
      if (answer.id === id && answer.message_type !== undefined) messages.put([answer as WireMessage], since);
      else await read();
    },
    async end() {
      await api.request('GET', 'conversations/toggle_status');
      const conversation = state.conversation.peek();
      if (conversation) state.conversation.value = { ...conversation, status: 'resolved' };
    },
    transcript: () => api.request('POST', 'conversations/transcript'),
    stop: openSocket({ ...options, catchUp, read }),
  };
}
