import type { Tx } from '../tx.ts';
import { sql } from 'kysely';
import { inList, takeAdvisoryLock } from '../dialect.ts';
import { type Placeholders, prepared } from '../prepared.ts';
import { inTransaction } from '../transaction.ts';
import { indexedArticles, writeArticles } from './article-index.ts';
import { knownContacts, saidMessages } from './indexed-rows.ts';
import { newestMessages, newMessagesWaiting, takeNewMessages } from './new-messages.ts';
import { mergeParts } from './merge-parts.ts';
import { dropContacts, dropMessages, writeContacts, writeMessages } from './write-index.ts';

/** How many changes go into the index in one transaction; on SQLite, everything waits for it: 5 ms of CPU. */
const BATCH = 100;

/** How many of a batch are listed changes where new messages wait, too: neither waits until all others are written. */
const LISTED = BATCH / 2;

/** The most batches that a search waits for: 3,000 changes; with very many new messages, twice as many. */
const BATCHES_FIRST = 30;

/** With more new messages than this, a search has the newest written first. */
const MOST_FIRST = BATCH * BATCHES_FIRST;

/**
 * Writes pending changes to the search index. Every search calls it first. It writes all of them unless more than 3,000
 * wait, and else 3,000, of which at least half are listed changes where so many wait, the newest first. Where more than
 * 3,000 new messages wait, it also writes the newest 3,000 of these. All others stay pending.
 */
export async function indexBeforeSearch(tx: Tx): Promise<void> {
  if ((await newMessagesWaiting(tx)) > MOST_FIRST) await indexNewest(tx);
  await indexChanges(tx, BATCHES_FIRST);
}

/**
 * Writes pending changes to the search index, one batch in each transaction and at most `batches` of them: of listed
 * changes the newest first, and on SQLite of new messages the oldest first. Returns true when it wrote `batches` batches
 * and changes may be left; else false.
 */
export async function indexChanges(tx: Tx, batches: number): Promise<boolean> {
  for (let done = 0; done < batches; done += 1) {
    if (!(await isAnyWaiting(tx))) return false;
    const mayLeaveSome = await inTransaction(tx.derived, indexBatch);
    await mergeParts(tx, ['message_search', 'contact_search']);
    if (!mayLeaveSome) return false;
  }
  return true;
}

/** Writes the newest of very many new messages, which are written again when it is their turn. */
async function indexNewest(tx: Tx): Promise<void> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let done = 0; done < BATCHES_FIRST; done += 1) {
    const newest = await newestMessages(tx, { before, most: BATCH });
    await inTransaction(tx.derived, async (tx) => {
      await writeMessages(tx, await messagesOf(tx, { ids: JSON.stringify(newest.map(({ id }) => id)) }));
    });
    await mergeParts(tx, ['message_search']);
    before = newest.at(-1)?.id ?? 0;
  }
}

async function isAnyWaiting(tx: Tx): Promise<boolean> {
  return (await newMessagesWaiting(tx)) > 0 || (await anyChange(tx, {})).length > 0;
}

/** About how many changes are not in the index yet. */
export async function changesWaiting(tx: Tx): Promise<number> {
  const [ends] = await firstAndLast(tx, {});
  const listed = ends?.last ? ends.last - (ends.first ?? ends.last) + 1 : 0;
  return listed + (await newMessagesWaiting(tx));
}

/** Each is one end of the primary key, so no scan is needed. */
const firstAndLast = prepared((db) =>
  db.selectNoFrom([
    sql<number | null>`(select min(id) from search_changes)`.as('first'),
    sql<number | null>`(select max(id) from search_changes)`.as('last'),
  ]),
);

const anyChange = prepared((db) => db.selectFrom('search_changes').select('id').limit(1));

/** Writes a batch. Returns false when no changes are left. */
async function indexBatch(tx: Tx): Promise<boolean> {
  // Two batches at a time could write a message's older words last.
  await takeAdvisoryLock(tx, 'search index', 0);
  const most = (await newMessagesWaiting(tx)) > 0 ? LISTED : BATCH;
  const changes = await takeChanges(tx, { most });
  const added = await takeNewMessages(tx, BATCH - changes.length);
  const changed = (kind: 'message' | 'contact' | 'article') =>
    new Map(
      changes.filter((change) => change.kind === kind).map(({ rowId, ownerId }) => [rowId, { id: rowId, ownerId }]),
    );
  const [messages, contacts, articles] = [changed('message'), changed('contact'), changed('article')];
  for (const { id, conversationId, isSearched } of added) {
    if (isSearched) messages.set(id, { id, ownerId: conversationId });
  }

  const said = await messagesOf(tx, { ids: JSON.stringify([...messages.keys()]) });
  const known = await contactsOf(tx, { ids: JSON.stringify([...contacts.keys()]) });
  await writeMessages(tx, said);
  await writeContacts(tx, known);
  // The database takes deleted articles out of the index by itself.
  await writeArticles(tx, await articlesOf(tx, { ids: JSON.stringify([...articles.keys()]) }));

  for (const { id } of said) messages.delete(id);
  for (const { id } of known) contacts.delete(id);
  await dropMessages(tx, [...messages.values()]);
  await dropContacts(tx, [...contacts.values()]);
  return changes.length === most || changes.length + added.length === BATCH;
}

/**
 * Removes the newest changes from the list and returns them; none when another process has just taken them. They are
 * selected by the smallest of their keys, not by each key: PostgreSQL, which expects the list to be nearly empty, would
 * scan the whole list for each one.
 */
const takeChanges = prepared((db, values: Placeholders<{ most: number }>) =>
  db
    .deleteFrom('search_changes')
    .where('id', '>=', (eb) => {
      const newest = eb.selectFrom('search_changes').select('id').orderBy('id', 'desc').limit(values.most).as('newest');
      return eb.selectFrom(newest).select((of) => of.fn.min<number>('newest.id').as('first'));
    })
    .returning(['kind', 'row_id as rowId', 'owner_id as ownerId']),
);

const messagesOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  saidMessages(db).where(inList(tx, 'm.id', values.ids)),
);

const articlesOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  indexedArticles(db).where(inList(tx, 'id', values.ids)),
);

const contactsOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  knownContacts(db).where(inList(tx, 'c.id', values.ids)),
);
