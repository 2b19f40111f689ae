import { sql } from 'kysely';
import { inList } from '../dialect.ts';
import { hot } from '../hot.ts';
import type { EntityManager } from '../orm.ts';
import { dropContacts, dropMessages, writeContacts, writeMessages } from './write-index.ts';

/** How many changes go into the index in one transaction: SQLite lets nobody else write meanwhile. */
const BATCH = 300;

/**
 * Puts what has changed into the search index, the newest first, a batch in each transaction and at most `batches` of
 * them; whoever is about to search does it first. Returns whether anything is left.
 */
export async function indexChanges(em: EntityManager, batches: number): Promise<boolean> {
  for (let done = 0; done < batches; done += 1) {
    if ((await anyChange(em, {})).length === 0) return false;
    await em.transactional(indexBatch);
  }
  return true;
}

const anyChange = hot((db) => db.selectFrom('search_changes').select('id').limit(1));

async function indexBatch(em: EntityManager): Promise<void> {
  const changes = await takeChanges(em, { most: BATCH });
  const changed = (kind: 'message' | 'contact') =>
    new Map(
      changes.filter((change) => change.kind === kind).map(({ rowId, ownerId }) => [rowId, { id: rowId, ownerId }]),
    );
  const [messages, contacts] = [changed('message'), changed('contact')];

  const said = await messagesOf(em, { ids: JSON.stringify([...messages.keys()]) });
  const known = await contactsOf(em, { ids: JSON.stringify([...contacts.keys()]) });
  await writeMessages(em, said);
  await writeContacts(em, known);

  for (const { id } of said) messages.delete(id);
  for (const { id } of known) contacts.delete(id);
  await dropMessages(em, [...messages.values()]);
  await dropContacts(em, [...contacts.values()]);
}

/** Takes changes off the list. Another process that has some waits here, and then finds what it did done. */
const takeChanges = hot((db, values: { most: number }, _: void, em) =>
  db
    .deleteFrom('search_changes')
    .where('id', 'in', (eb) => {
      const newest = eb.selectFrom('search_changes').select('id').orderBy('id', 'desc').limit(values.most);
      return em.getPlatform().supportsSchemas() ? newest.forUpdate() : newest;
    })
    .returning(['kind', 'row_id as rowId', 'owner_id as ownerId']),
);

/** In the order of their keys in the index, which takes them in much faster so. */
const messagesOf = hot((db, values: { ids: string }, _: void, em) =>
  db
    .selectFrom('messages as m')
    .select([
      'm.id',
      'm.conversation_id as conversationId',
      'm.account_id as accountId',
      sql<string>`m.content`.as('content'),
    ])
    .where(inList(em, 'm.id', values.ids))
    .where(sql<boolean>`m.message_type in ('incoming', 'outgoing')`)
    .where('m.content', 'is not', null)
    .orderBy('m.conversation_id')
    .orderBy('m.id'),
);

const contactsOf = hot((db, values: { ids: string }, _: void, em) =>
  db
    .selectFrom('contacts as c')
    .select(['c.id', 'c.account_id as accountId', 'c.name', 'c.email', 'c.phone_number as phoneNumber', 'c.identifier'])
    .where(inList(em, 'c.id', values.ids))
    .orderBy('c.id'),
);
