import type { User } from '../../kit/protocol.ts';
import { userCookie, VISITOR, type Widget } from '../widget.ts';
import { md5 } from './md5.ts';

const COMPARED = ['avatar_url', 'email', 'name', 'identifier_hash'];

export type Identity = ReturnType<typeof openIdentity>;

/** Remembers which user was set, so that the same one is not sent on each page. */
export function openIdentity({ cookies, token }: Widget) {
  const name = userCookie(token);
  /** Users that the server does not know yet, in the order in which they were set. */
  let expected: string[] = [];
  return {
    /** Whether that user needs not be sent. */
    isSame: (identifier: string | number, user: User) =>
      markOf(identifier, user) === (expected.at(-1) ?? (cookies.get(VISITOR) && cookies.get(name))),
    expect: (identifier: string | number, user: User) => void expected.push(markOf(identifier, user)),
    isExpected: () => expected.length > 0,
    /** The server has set the first of them. */
    keep() {
      const mark = expected.shift();
      if (mark) cookies.set(name, mark);
    },
    forget() {
      expected = [];
      cookies.set(name, '', 0);
    },
  };
}

function markOf(identifier: string | number, user: User): string {
  const parts = COMPARED.map((key) => `${key}${String(user[key] || '')}`);
  return md5(`${parts.join('')}identifier${identifier}`);
}
