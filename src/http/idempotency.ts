import { digest } from '../secrets.ts';
import { AppError, invalid } from '../errors.ts';
import { HOUR } from '../time.ts';
import { bodyOf } from './body/body.ts';
import { formFiles } from './body/form-files.ts';
import type { Ctx } from './state.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The `Idempotency-Key` of the request; null = it has none. */
export const keyOf = (ctx: Ctx): string | null => ctx.get('Idempotency-Key') || null;

/**
 * Runs `work`, the handler of a write, once for this key however often the request is sent: its answer is stored in the
 * transaction of the change, and sent again to repetitions. A failed request stores nothing, and may be sent again with
 * the same key.
 * @throws AppError `conflict`, "Idempotency key reused", when the key was sent with another request before
 */
export async function once(ctx: Ctx, key: string, work: () => Promise<void>): Promise<void> {
  if (!KEY.test(key)) {
    throw invalid('Validation failed', 'Idempotency-Key must be 1 to 255 printable characters without spaces', [
      'Idempotency-Key',
    ]);
  }

  // Not `inTransaction`: a request is handled once. Its commands are repeated from their savepoints after a conflict.
  await ctx.state.tx.transactional(async (tx) => {
    const outer = ctx.state.tx;
    ctx.state.tx = tx;
    try {
      const kept = await claim(ctx, key);
      if (kept) return answerAgain(ctx, kept);
      await work();
      await keep(ctx, key);
    } finally {
      ctx.state.tx = outer;
    }
  });
}

/** Stores the key for this request; returns the row of an earlier request with the key, if it is still kept. */
async function claim(ctx: Ctx, key: string) {
  const { tx, caller, now, app } = ctx.state;
  const files = formFiles(ctx).map(({ field, originalFilename, hash }) => [field, originalFilename, hash]);
  const requestDigest = digest(JSON.stringify([ctx.method, ctx.url, bodyOf(ctx), files]));
  const oldest = new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
  await tx.db
    .deleteFrom('idempotent_requests')
    .where('credential', '=', caller.credential)
    .where('key', '=', key)
    .where('created_at', '<', oldest)
    .execute();

  // A second request with the same key waits here for the commit of the first.
  const taken = await tx.db
    .insertInto('idempotent_requests')
    .values({ credential: caller.credential, key, digest: requestDigest, status: 0, answer: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['credential', 'key']).doNothing())
    .returning('key')
    .execute();
  if (taken.length > 0) return null;

  const kept = await tx.db
    .selectFrom('idempotent_requests')
    .select(['digest', 'status', 'answer'])
    .where('credential', '=', caller.credential)
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
  ctx.body = kept.answer === null ? '' : (JSON.parse(ctx.state.tx.installation.vault.open(kept.answer)) as object);
  ctx.status = kept.status;
}

async function keep(ctx: Ctx, key: string): Promise<void> {
  const isEmpty = ctx.body === undefined || ctx.body === null || ctx.body === '';
  // Sealed, because an answer may contain a secret.
  const answer = isEmpty ? null : ctx.state.tx.installation.vault.seal(JSON.stringify(ctx.body));
  await ctx.state.tx.db
    .updateTable('idempotent_requests')
    .set({ status: ctx.status, answer })
    .where('credential', '=', ctx.state.caller.credential)
    .where('key', '=', key)
    .execute();
}
