import { type OutgoingHttpHeader, validateHeaderValue } from 'node:http';
import type Koa from 'koa';
import type { Context } from 'koa';
import { JsonAnswer } from '../db/kept/json-text.ts';
import { isSwitchedOff } from '../switches.ts';

const isOn = !isSwitchedOff('PARLEY_TEST_NO_HEADERS_AT_ONCE');

type Header = [name: string, value: OutgoingHttpHeader];
/** `kept`: the headers that are not written yet, by their names in lower case; `answer`: the body, where it is a `JsonAnswer`. */
type Keeping = { headerSent: boolean; kept?: Map<string, Header>; answer?: JsonAnswer | undefined };

const keptBy = (response: Keeping) => (response.kept ??= new Map());

/**
 * Makes `ctx.set` and its relatives collect the headers until `writeAnswer`. Koa would hand them to Node singly, which is
 * slower.
 */
export function keepHeaders({ response }: Koa): void {
  if (!isOn) return;
  Object.assign(response, {
    set(this: Keeping, field: string | Record<string, OutgoingHttpHeader>, value: OutgoingHttpHeader) {
      if (this.headerSent) return;
      if (typeof field === 'string') keep(keptBy(this), [field, value]);
      else for (const header of Object.entries(field)) keep(keptBy(this), header);
    },
    get(this: Keeping, name: string) {
      return keptBy(this).get(name.toLowerCase())?.[1];
    },
    has(this: Keeping, name: string) {
      return keptBy(this).has(name.toLowerCase());
    },
    remove(this: Keeping, name: string) {
      keptBy(this).delete(name.toLowerCase());
    },
  });
  keepAnswers(response);
  Object.defineProperty(response, 'header', {
    get(this: Keeping) {
      return Object.fromEntries(Array.from(keptBy(this), ([name, [, value]]) => [name, value]));
    },
  });
}

/** Values that almost all answers have. */
const JSON_IN_UTF_8 = 'application/json; charset=utf-8';
const KNOWN_VALID = new Set<OutgoingHttpHeader>([JSON_IN_UTF_8, 'no-store']);

/** @throws TypeError for a character that a header cannot have, as Node does */
function keep(headers: Map<string, Header>, header: Header): void {
  const [name, value] = header;
  if (!KNOWN_VALID.has(value)) validateHeaderValue(name, value as string);
  headers.set(name.toLowerCase(), header);
}

/** Sets a JSON body directly: Koa's own setter tries all kinds of bodies, which takes as long as making the JSON. */
function keepAnswers(response: Koa['response']): void {
  const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(response), 'body') as {
    get(this: unknown): unknown;
    set(this: unknown, body: unknown): void;
  };
  Object.defineProperty(response, 'body', {
    get(this: Keeping) {
      return this.answer ?? get.call(this);
    },
    set(this: Keeping, body: unknown) {
      // Koa ends a stream that another body takes the place of.
      const isFirst = get.call(this) === undefined;
      this.answer = isFirst && body instanceof JsonAnswer ? body : undefined;
      if (!this.answer) set.call(this, body);
    },
  });
}

/**
 * Sets the body of the answer to `value` as JSON: a `JsonAnswer`, of which the text is made when it is written. The status must
 * have been set.
 */
export function answerJson(ctx: Pick<Context, 'set' | 'body'>, value: unknown): void {
  ctx.set('Content-Type', JSON_IN_UTF_8);
  ctx.body = new JsonAnswer(value);
}

/** As `answerJson`, with JSON that is text already. */
export function answerJsonText(ctx: Pick<Context, 'set' | 'body'>, text: string): void {
  ctx.set('Content-Type', JSON_IN_UTF_8);
  ctx.body = text;
}

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304]);

/** Writes the answer: its status and all headers at once, with its text. Streams are left to Koa, with their headers. */
export function writeAnswer(ctx: Context): void {
  if (!isOn) return;
  const { res } = ctx;
  // Removes the headers that describe a body.
  if (EMPTY.has(ctx.status)) ctx.body = null;
  const { body } = ctx;
  if (body instanceof JsonAnswer) ctx.set('Content-Length', String(body.bytes));
  const headers = [...keptBy(ctx.response as Keeping).values()];
  if (!isReady(body)) return leaveToKoa(ctx, headers);
  ctx.respond = false;
  // The client is gone.
  if (!ctx.writable) return void res.end();
  res.writeHead(ctx.status, headers.flat() as OutgoingHttpHeader[]);
  if (ctx.method === 'HEAD' || body === null) res.end();
  else if (Buffer.isBuffer(body)) res.end(body);
  else writePieces(ctx, typeof body === 'string' ? [body] : body.pieces);
}

/** Whether the whole body is in memory, and not a stream. */
function isReady(body: unknown): body is string | Buffer | JsonAnswer | null {
  return body === null || typeof body === 'string' || Buffer.isBuffer(body) || body instanceof JsonAnswer;
}

/** Text with as many bytes as characters is ASCII, which Node writes faster as Latin-1. */
function writePieces({ res, length }: Context, pieces: (string | Buffer)[]): void {
  let characters = 0;
  for (const piece of pieces) characters += piece.length;
  const encoding = length === characters ? 'latin1' : 'utf8';
  for (const piece of pieces.slice(0, -1)) res.write(piece, encoding);
  // Node sends all pieces together with the headers.
  res.end(pieces.at(-1), encoding);
}

/** With Koa's own functions, because it sets other headers when a stream fails before its first byte. */
function leaveToKoa(ctx: Context, headers: Header[]): void {
  const { set, get, has, remove } = Object.getPrototypeOf(ctx.app.response) as Record<string, unknown>;
  Object.assign(ctx.response, { set, get, has, remove });
  for (const [name, value] of headers) ctx.res.setHeader(name, value as string);
}
