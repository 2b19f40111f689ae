import type { SMTPServer, SMTPServerAddress, SMTPServerSession } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer C> ? C : never;
/** A command with the path between its brackets, in which a text in quotes may have brackets, too. */
const COMMAND = /^(\s*(MAIL FROM|RCPT TO)\s*:\s*<)((?:"(?:[^"\\]|\\.)*"|[^">])*)(>.*)$/is;
/** The library's method for both commands. */
const READS_PATHS = '_parseAddressCommand';
const SOURCE_ROUTE = /^@[^:"]*:/;
/** What a local part may not have without quotes. */
const NOT_PLAIN = /[^\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]/gu;

/**
 * Has the connection take the paths that mail servers have: quoted local parts, several at signs, and senders without a host.
 * The library takes the first for two words and refuses the others, and a mail server would bounce a mail that it has accepted.
 */
export function readPathsLaxly(server: SMTPServer, session: SMTPServerSession): void {
  const connection = [...server.connections].find((one) => one.session === session) as Connection | undefined;
  if (!connection) return;
  const read = connection[READS_PATHS].bind(connection);
  connection[READS_PATHS] = (name, command) => read(name, withPlainPath(command.toString()));
}

/** The command with a path without quotes: what may not stand there is written as its number. */
export function withPlainPath(command: string): string {
  return command.replace(COMMAND, (all, before: string, name: string, given: string, after: string) => {
    const path = given.trim().replace(SOURCE_ROUTE, '');
    const isSender = name.toUpperCase() === 'MAIL FROM';
    const at = path.lastIndexOf('@');
    if (path === '' || (at === -1 && !isSender)) return all;
    const host = at === -1 ? 'invalid' : path.slice(at + 1);
    return `${before}${plainPart(at === -1 ? path : path.slice(0, at))}@${host || 'invalid'}${after}`;
  });
}

function plainPart(local: string): string {
  const quoted = /^"(.*)"$/s.exec(local)?.[1];
  const plain = (quoted?.replaceAll(/\\(.)/g, '$1') ?? local).replaceAll(NOT_PLAIN, encoded);
  return plain || '%';
}

const encoded = (character: string) =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The recipients that were accepted for the mail of each session, one for each RCPT. */
export type Envelopes = {
  begin(session: SMTPServerSession): void;
  /** How many it has. */
  count(session: SMTPServerSession): number;
  add(session: SMTPServerSession, recipient: SMTPServerAddress): void;
  /** Puts them into the envelope, where the library has each address once: RFC 2033 wants an answer for each RCPT. */
  complete(session: SMTPServerSession): string[];
};

export function envelopes(): Envelopes {
  const accepted = new WeakMap<SMTPServerSession, SMTPServerAddress[]>();
  const of = (session: SMTPServerSession) => accepted.get(session) ?? [];
  return {
    begin: (session) => void accepted.set(session, []),
    count: (session) => of(session).length,
    add: (session, recipient) => void of(session).push(recipient),
    complete(session) {
      session.envelope.rcptTo = of(session);
      return of(session).map(({ address }) => address);
    },
  };
}
