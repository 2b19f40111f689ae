import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { jsonRows } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { SECOND } from '../../time.ts';

const EVERY_MS = 2 * SECOND;
/** The column has 32 bits. */
const MOST_VIEWS = 2_000_000_000;

/**
 * Writes the counted views of articles every two seconds, in a single statement. Returns a function that writes the rest
 * and stops. Unwritten counts are lost when the process is killed.
 */
export function writeViewsRegularly(app: App): () => Promise<void> {
  let writing = Promise.resolve();
  const write = () => (writing = writing.then(() => writeCounted(app)));
  const timer = setInterval(write, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return write();
  };
}

/** Counts that cannot be written are added back, and written later. */
async function writeCounted({ counts, log, tx }: App): Promise<void> {
  const views = counts.articleViews.take();
  if (views.length === 0) return;
  try {
    await addViews(tx(), views);
  } catch (error) {
    for (const [articleId, times] of views) counts.articleViews.note(articleId, times);
    log.warn({ error: String(error) }, 'views of articles not written yet');
  }
}

async function addViews(tx: Tx, views: readonly [number, number][]): Promise<void> {
  const rows = JSON.stringify(views.map(([id, times]) => ({ id, times })));
  const given = jsonRows<{ id: number; times: number }>(tx, rows, { id: 'int', times: 'int' });
  await tx.db
    .updateTable('articles')
    .from(given.as('given'))
    .set({ views: sql`articles.views + given.times` })
    .whereRef(sql.ref('articles.id'), '=', sql.ref('given.id'))
    .where('articles.views', '<', MOST_VIEWS)
    .execute();
}
