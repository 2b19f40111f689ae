import type { Request } from './drive.ts';
import { CONVERSATIONS } from './seed.ts';

/** Requests of the account that seed.ts fills. */
export const list: Request = { method: 'GET', path: '/conversations' };
export const messages: Request = { method: 'GET', path: '/conversations/77/messages' };
export const conversation: Request = { method: 'GET', path: '/conversations/77' };
export const contacts: Request = { method: 'GET', path: '/contacts?sort=name' };
export const contactSearch: Request = { method: 'GET', path: '/contacts/search?q=ntact77%40' };

/** Adds a message to a conversation, each time this is called to another one. */
export const create = (): Request => ({
  method: 'POST',
  path: `/conversations/${1 + Math.floor(Math.random() * CONVERSATIONS)}/messages`,
  body: { content: 'A message of the usual length, for the bench.', message_type: 'outgoing' },
});

/** Ten requests, so many of them creates, spread evenly, and the others lists. */
export const mixed = (creates: number): Request[] =>
  Array.from({ length: 10 }, (_, index) => ((index * creates) % 10 < creates ? create() : list));
