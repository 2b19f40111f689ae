import fc from 'fast-check';
import { hostile, hostileJson, hostileText } from '../openapi/hostile.ts';

// Frames that clients send: right ones, and wrong ones of every kind.

/** A frame as it is sent: text, or bytes that are no text. */
export type Sent = string | Buffer;

const COMMANDS = ['subscribe', 'message', 'unsubscribe', 'pong', 'history', 'whisper', '', 'SUBSCRIBE', '__proto__'];
const DATA = ['{"action":"update_presence"}', '{"action":"speak"}', '{"action":7}', '{}', 'null', '[]', 'no json'];
/** Text may take up to four bytes a character, and JSON may escape it in six. */
const MOST_CHARACTERS = 10_000;

/** Frames of a client that knows these identifiers. */
export function frames(identifiers: readonly string[]): fc.Arbitrary<Sent> {
  const identifier = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...identifiers) },
    { weight: 3, arbitrary: spoiltIdentifier(identifiers) },
    { weight: 1, arbitrary: short(hostileJson()) },
    { weight: 1, arbitrary: short(hostileText()) },
  );
  const fields = fc.record(
    {
      command: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...COMMANDS) }, { weight: 1, arbitrary: hostile() }),
      identifier: fc.oneof({ weight: 6, arbitrary: identifier }, { weight: 1, arbitrary: hostile() }),
      data: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...DATA) }, { weight: 1, arbitrary: hostile() }),
      extra: hostile(),
    },
    { requiredKeys: [] },
  );
  const text = fields.map((frame) => JSON.stringify(frame)).filter(({ length }) => length <= MOST_CHARACTERS);
  return fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 3, arbitrary: fc.tuple(text, fc.nat(), hostileText()).map(cutUp) },
    { weight: 1, arbitrary: short(hostileJson()) },
    { weight: 1, arbitrary: short(hostileText()) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
  );
}

/** One of the identifiers with a wrong value in a field, or without it. */
function spoiltIdentifier(identifiers: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...identifiers),
      fc.constantFrom('channel', 'pubsub_token', 'account_id', 'user_id', 'other'),
      fc.option(hostile(), { nil: undefined }),
    )
    .map(([identifier, field, value]) =>
      JSON.stringify({ ...(JSON.parse(identifier) as object), [field]: value }).toWellFormed(),
    )
    .filter(({ length }) => length <= MOST_CHARACTERS);
}

/** The text with something else from some place on. */
function cutUp([text, place, end]: [string, number, string]): string {
  return `${text.slice(0, place % text.length)}${end}`;
}

const short = (texts: fc.Arbitrary<string>) => texts.map((text) => text.slice(0, MOST_CHARACTERS).toWellFormed());
