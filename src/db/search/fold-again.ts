import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';
import { indexChanges } from './index-changes.ts';

/** Keys that are looked at in one statement. */
const KEYS = 2000;
/** More batches of changes than one statement lists, so that none are left behind. */
const BATCHES = 2 * (KEYS / 100);

/** How far the walk through the rows is: the next key of each kind, downwards; 0 = all have been looked at. */
export type Folding = { message: number; contact: number; article: number };

/** Before the first step. */
export const NOT_FOLDED: Folding = { message: Infinity, contact: Infinity, article: Infinity };

/**
 * Has the next rows written to the search index anew that `folded` (folded.ts) may have changed since they were: with
 * characters besides ASCII. The newest rows come first. Returns how far it is then; null = all are done.
 */
export async function foldAgain(tx: Tx, folding: Folding): Promise<Folding | null> {
  const kind = KINDS.find((name) => folding[name] > 0);
  if (kind === undefined) return null;
  const { table, owner, fields } = ROWS[kind];
  const newest = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(tx.db);
  const last = Math.min(folding[kind], newest.rows[0]?.id ?? 0);
  const first = Math.max(0, last - KEYS);
  await inTransaction(tx.derived, async (tx) => {
    await sql`insert into search_changes (kind, row_id, owner_id)
      select ${sql.lit(kind)}, id, ${sql.ref(owner)} from ${sql.table(table)}
      where id > ${first} and id <= ${last} and (${sql.join(fields.map(hasOthers), sql` or `)})
      order by id`.execute(tx.db);
  });
  while (await indexChanges(tx, BATCHES));
  return { ...folding, [kind]: first };
}

// Contacts come before messages, of which there are far more: until then, names with accents are not found.
const KINDS = ['contact', 'article', 'message'] as const;

const ROWS = {
  message: { table: 'messages', owner: 'conversation_id', fields: ['content'] },
  contact: { table: 'contacts', owner: 'account_id', fields: ['name', 'email', 'identifier'] },
  article: { table: 'articles', owner: 'account_id', fields: ['title', 'description', 'content'] },
} as const;

/** Whether the text has characters besides ASCII, which take several bytes each. */
function hasOthers(field: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`octet_length(${sql.ref(field)}) <> length(${sql.ref(field)})`;
}
