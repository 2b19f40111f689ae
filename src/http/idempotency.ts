import type { Tx } from '../db/tx.ts';
import { JsonAnswer } from '../db/kept/json-text.ts';
import { digest } from '../secrets.ts';
import { AppError, invalid } from '../errors.ts';
import { HOUR } from '../time.ts';
import { bodyOf } from './body/body.ts';
import { formFiles } from './body/form-files.ts';
import type { Ctx, State } from './state.ts';
import { answerJsonText } from './write-answer.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The `Idempotency-Key` of the request; null = it has none. @throws AppError `invalid` */
export function keyOf(ctx: Ctx): string | null {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return null;
  if (!KEY.test(key)) {
    throw invalid('Validation failed', 'Idempotency-Key must be 1 to 255 printable characters without spaces', [
      'Idempotency-Key',
    ]);
  }
  const { widget } = ctx.state as Partial<State>;
  if (widget && !widget.visitor && !UUID.test(key)) {
    throw invalid('Validation failed', "Idempotency-Key must be a UUID where no visitor's token is sent", [
      'Idempotency-Key',
    ]);
  }
  return key;
}

/** Whether an answer is kept for the key, so that `once` will do no work. */
export async function isKept(ctx: Ctx, key: string): Promise<boolean> {
  const row = await ctx.state.tx.db
    .selectFrom('idempotent_requests')
    .select('status')
    .where('credential', '=', holderOf(ctx, key))
    .where('key', '=', key)
    .where('created_at', '>=', oldestKept(ctx))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The owner of the key: keys belong to a credential. Keys that are UUIDs belong to the website for visitors, because a
 * visitor's first message has no token, and its repetition may have one.
 */
function holderOf({ state }: Ctx, key: string): string {
  const { widget, caller } = state as Pick<State, 'caller'> & Partial<Pick<State, 'widget'>>;
  if (!widget) return caller.credential;
  return widget.visitor && !UUID.test(key)
    ? `contact inbox ${widget.visitor.contactInbox.id}`
    : `website inbox ${widget.inbox.id}`;
}

/**
 * The answer to somebody new has their token, and a repetition gets it again: a key that agents can read, such as the
 * `echo_id` of the message, would give them the token. @throws AppError `invalid`
 */
function checkSecret(ctx: Ctx, key: string): void {
  const { widget } = ctx.state as Partial<State>;
  if (!widget || widget.visitor) return;
  if (JSON.stringify(bodyOf(ctx)).toLowerCase().includes(key.toLowerCase())) {
    throw invalid('Validation failed', 'Idempotency-Key must not be in the body', ['Idempotency-Key']);
  }
}

/**
 * A UUID for what the request makes at another server, the same for each of its repetitions; null = it has no
 * `Idempotency-Key`. @throws AppError `invalid`
 */
export function uuidOf(ctx: Ctx): string | null {
  const key = keyOf(ctx);
  if (key === null) return null;
  const hex = digest(JSON.stringify([holderOf(ctx, key), key, digestOf(ctx)]));
  // Of version 4, which some servers insist on.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Tells requests apart. */
function digestOf(ctx: Ctx): string {
  const files = formFiles(ctx).map(({ field, originalFilename, hash }) => [field, originalFilename, hash]);
  return digest(JSON.stringify([ctx.method, ctx.url, bodyOf(ctx), files]));
}

function oldestKept({ state: { now, app } }: Ctx): Date {
  return new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
}

/**
 * Runs `work`, the handler of a write, once for this key however often the request is sent: its answer is stored in the
 * transaction of the change, which `work` gets, and sent again to repetitions. A failed request stores nothing, and may
 * be sent again with the same key. Returns whether the answer is that of an earlier request.
 * @throws AppError `conflict`, "Idempotency key reused", when the key was sent with another request before
 */
export async function once(ctx: Ctx, key: string, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  // Not `inTransaction`: a request is handled once. Its commands are repeated from their savepoints after a conflict.
  const kept = await ctx.state.tx.transactional(async (tx) => {
    const kept = await claim(tx, ctx, key);
    if (kept) return kept;
    await work(tx);
    await keep(tx, ctx, key);
    return null;
  });
  if (kept) answerAgain(ctx, kept);
  return kept !== null;
}

/** Stores the key for this request; returns the row of an earlier request with the key, if it is still kept. */
async function claim(tx: Tx, ctx: Ctx, key: string) {
  const { now, account } = ctx.state;
  checkSecret(ctx, key);
  const credential = holderOf(ctx, key);
  const requestDigest = digestOf(ctx);
  await tx.db
    .deleteFrom('idempotent_requests')
    .where('credential', '=', credential)
    .where('key', '=', key)
    .where('created_at', '<', oldestKept(ctx))
    .execute();

  // A second request with the same key waits here for the commit of the first.
  const taken = await tx.db
    .insertInto('idempotent_requests')
    .values({
      credential,
      key,
      account_id: account.id,
      digest: requestDigest,
      status: 0,
      answer: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['credential', 'key']).doNothing())
    .returning('key')
    .execute();
  if (taken.length > 0) return null;

  const kept = await tx.db
    .selectFrom('idempotent_requests')
    .select(['digest', 'status', 'answer'])
    .where('credential', '=', credential)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (kept.digest !== requestDigest) {
    throw new AppError('conflict', 'Idempotency key reused', {
      detail: 'this Idempotency-Key came with another request; use a new one',
    });
  }
  return kept;
}

function answerAgain(ctx: Ctx, kept: { status: number; answer: string | null }): void {
  ctx.set('Idempotent-Replayed', 'true');
  if (kept.answer === null) ctx.body = '';
  else answerJsonText(ctx, ctx.state.tx.installation.vault.open(kept.answer));
  ctx.status = kept.status;
}

async function keep(tx: Tx, ctx: Ctx, key: string): Promise<void> {
  // Sealed, because an answer may contain a secret.
  const text: unknown = ctx.body instanceof JsonAnswer ? ctx.body.text : ctx.body;
  const answer = typeof text === 'string' && text !== '' ? tx.installation.vault.seal(text) : null;
  await tx.db
    .updateTable('idempotent_requests')
    .set({ status: ctx.status, answer })
    .where('credential', '=', holderOf(ctx, key))
    .where('key', '=', key)
    .execute();
}
