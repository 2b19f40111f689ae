import type { Request } from '../drive.ts';
import type { Place } from './seed.ts';

/** Of a hundred requests, how many are which. */
const SHARES = { list: 50, create: 20, messages: 12, conversation: 8, search: 6, toggle: 4 };
type Act = keyof typeof SHARES;

const STATUSES = ['open', 'open', 'resolved'];

/** The acts of a hundred requests, mixed evenly. */
const ACTS: Act[] = (Object.keys(SHARES) as Act[])
  .flatMap((act) => Array.from({ length: SHARES[act] }, (_, index) => ({ act, at: (index + 0.5) / SHARES[act] })))
  .toSorted((a, b) => a.at - b.at)
  .map(({ act }) => act);

/** The act whose turn it is. */
export const actAt = (turn: number): Act => ACTS[turn % ACTS.length] ?? 'list';

/** The words of all messages; what follows says when one was sent. */
export const WORDS = 'A message of the usual length, for the soak';

/** A request for the act; `content` is that of a new message. */
export function requestFor(act: Act, { conversations }: Place, content: string): Request {
  const path = `/conversations/${oneOf(conversations)}`;
  switch (act) {
    case 'list':
      return { method: 'GET', path: `/conversations?page=${1 + below(3)}` };
    case 'create':
      return { method: 'POST', path: `${path}/messages`, body: { content, message_type: 'outgoing' } };
    case 'messages':
      return { method: 'GET', path: `${path}/messages` };
    case 'conversation':
      return { method: 'GET', path };
    case 'search':
      return { method: 'GET', path: `/contacts/search?q=person${below(3000)}` };
    case 'toggle':
      return { method: 'POST', path: `${path}/toggle_status`, body: { status: oneOf(STATUSES) } };
  }
}

/** A thousand requests to drive a server with. */
export const mixture = (place: Place): Request[] =>
  Array.from({ length: 1000 }, (_, turn) => requestFor(actAt(turn), place, `${WORDS}.`));

const below = (end: number) => Math.floor(Math.random() * end);
export const oneOf = <Value>(values: Value[]): Value => values[below(values.length)]!;
