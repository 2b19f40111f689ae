import { setImmediate } from 'node:timers/promises';
import { number, object } from 'yup';
import { json } from '../db/dialect.ts';
import type { Tx } from '../db/tx.ts';
import { foldAgain, type Folding, NOT_FOLDED } from '../db/search/fold-again.ts';
import type { JobHandler } from './queue/handler.ts';

const payloadOf = object({ message: number(), contact: number(), article: number() });

/**
 * Writes what is in the search index from before accents were left out to it again, some rows at a time. How far it is stands
 * in the payload, so that it continues after an interruption.
 */
export const foldSearch: JobHandler = async (app, payload, job) => {
  const { message, contact, article } = { ...NOT_FOLDED, ...payloadOf.validateSync(payload) };
  let folding: Folding | null = { message, contact, article };
  while (folding !== null) {
    job.signal.throwIfAborted();
    folding = await foldAgain(app.tx(), folding);
    if (folding !== null) await note(app.tx(), job.id, folding);
    await setImmediate();
  }
};

/** Kinds that have not begun are left out: JSON cannot say `Infinity`. */
async function note(tx: Tx, id: number, folding: Folding): Promise<void> {
  const payload = Object.fromEntries(Object.entries(folding).filter(([, key]) => Number.isFinite(key)));
  await tx.db
    .updateTable('jobs')
    .set({ payload: json(payload) })
    .where('id', '=', id)
    .execute();
}
