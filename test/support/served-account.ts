import { givenAccountIn } from './account-in.ts';
import type { Place } from './database.ts';
import { eventually } from './eventually.ts';
import { jsonOf } from './json-of.ts';
import { type Served, serveParley } from './parley.ts';
import type { Receiver } from './servers/receiver.ts';

/** Longer than any answer takes. */
const LONGEST_ANSWER_MS = 20_000;

/** What a server answered. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Reply = { status: number; headers: Headers; body: any; text: string };

/** Calls a path below an account's. */
export type Call = (method: string, below: string, body?: object, headers?: Record<string, string>) => Promise<Reply>;

/** An account on a server in a process of its own, which tests can stop, pause and cut off. */
export type ServedAccount = {
  id: number;
  place: Place;
  /** Another one may take its place. */
  server: Served;
  /** Calls a path below the account's, as its administrator. */
  call: Call;
  /** GET /readyz or /livez */
  ask(path: string): Promise<Reply>;
  /** A new conversation with a new contact, whose deliveries do not wait for those of another. */
  newConversation(): Promise<{ id: number; contactId: number }>;
};

/**
 * Environment variables for a server that trusts the receiver and may send to this machine, with short pauses before
 * retries and without rate limits.
 */
export function settingsFor(receiver: Receiver): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_WEBHOOKS_TIMEOUT_SECONDS: '2',
    PARLEY_WEBHOOKS_RETRY_MINUTES: Array.from({ length: 60 }, () => '0.02').join(','),
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
    PARLEY_RATE_LIMIT_TRANSCRIPTS_PER_HOUR: '0',
    PARLEY_MAIL_RETRY_SECONDS: '1',
  };
}

/** Creates an account with an API inbox in `place`, and starts a server with these settings, which the caller stops. */
export async function givenServedAccount(place: Place, settings: Record<string, string>): Promise<ServedAccount> {
  const { id, token } = await givenAccountIn(place);
  const server = await serveParley(place, settings);

  const account: ServedAccount = {
    id,
    place,
    server,
    call: (...asked) => callsOf(account, { id, token })(...asked),
    ask: (path) => answerOf(`${account.server.url}${path}`),
    async newConversation() {
      const contact = await created(account.call('POST', '/contacts', { name: 'Carla Contact' }));
      const { id } = await created(
        account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
      );
      return { id, contactId: contact.id };
    },
  };
  const inbox = await created(account.call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } }));
  return account;
}

/** Calls of an account on this server, or the one in its place by then, with this token. */
export function callsOf(served: Pick<ServedAccount, 'server'>, { id, token }: { id: number; token: string }): Call {
  return (method, below, body, headers = {}) => {
    const isForm = body instanceof FormData;
    return answerOf(`${served.server.url}/api/v1/accounts/${id}${below}`, {
      method,
      headers: { ...headers, api_access_token: token, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
  };
}

/** The path of the messages of a conversation. */
export const messagesIn = ({ id }: { id: number }) => `/conversations/${id}/messages`;

/** Sends a message of the team into a conversation, and returns the answer, whatever it is. */
export function send(account: ServedAccount, conversation: { id: number }, content: string): Promise<Reply> {
  return account.call('POST', messagesIn(conversation), { content, message_type: 'outgoing' });
}

/** The texts of all messages of a conversation, by message id; activities are left out. */
export async function messagesOf(account: ServedAccount, conversation: { id: number }): Promise<Map<number, string>> {
  const messages = new Map<number, string>();
  for (let page = 1; ; page += 1) {
    const { body } = await account.call('GET', `${messagesIn(conversation)}?per_page=100&page=${page}`);
    if (body.payload.length === 0) return messages;
    for (const { id, content, message_type: type } of body.payload) if (type !== 2) messages.set(id, content);
  }
}

/** The deliveries of `message_created`: by message id and then event id, the bodies that arrived. */
export function deliveredIn(receiver: Receiver): Map<number, Map<number, Set<string>>> {
  const messages = new Map<number, Map<number, Set<string>>>();
  for (const { body, raw } of receiver.received.filter(({ body }) => body.event === 'message_created')) {
    const events = messages.get(body.message.id) ?? new Map<number, Set<string>>();
    messages.set(body.message.id, events.set(body.id, (events.get(body.id) ?? new Set<string>()).add(raw)));
  }
  return messages;
}

/**
 * Waits until the server is ready, has it take a message in a new conversation, and waits until that is delivered;
 * calls `step` after each of the three, with "ready", "written" and "delivered".
 * @throws Error when one of them takes too long
 */
export async function recovered(
  account: ServedAccount,
  receiver: Receiver,
  step: (name: string) => void = () => {},
): Promise<void> {
  await eventually(
    () => account.ask('/readyz'),
    ({ status }) => status === 200,
  );
  step('ready');
  const conversation = await account.newConversation();
  const { body } = await send(account, conversation, 'All is well again.');
  step('written');
  await receiver.until(() => deliveredIn(receiver).has(body.id), 'the message after the fault');
  step('delivered');
}

/** What was created. @throws Error when the answer is another */
export async function created(reply: Promise<Reply>) {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(`not created: ${status} ${text}`);
  return body;
}

async function answerOf(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
}
