import { sql } from 'kysely';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { AttributeModel } from '../../entities/custom-attribute-definition.ts';
import { enqueue } from '../../queue.ts';
import {
  type AttributeOwner,
  type AttributeTypes,
  convertedAttributes,
  readAttributeTypes,
} from '../../records/attributes/typed-attributes.ts';

/** The kind of the job that converts stored attributes. */
export const CONVERT_ATTRIBUTES = 'convert_attributes';

/** Rows that are read at once, and of these how many are changed in one transaction. */
const ROWS = 500;
const CHANGES = 50;

const TABLES = { contact_attribute: 'contacts', conversation_attribute: 'conversations' } as const;

/** Has a job convert the attributes of the model that are stored already, because a definition of theirs is new or another. */
export async function askToConvert(tx: Tx, { accountId, model }: AttributeOwner, now: Date): Promise<void> {
  if (!(model in TABLES)) return;
  const subject = `attributes:${accountId}:${model}`;
  await enqueue(tx, { kind: CONVERT_ATTRIBUTES, accountId, payload: { model }, subject }, now);
}

/** The position of a walk through the rows of an account, used by `nextContacts` and `nextConversations`. */
export type Walked = { id: number; createdAt: Date; displayId: number };

/**
 * Converts the attributes of the rows after `after` (null = from the first) to the kinds of their definitions, without
 * events. Values that cannot be converted stay. Returns the new position; null = no more rows.
 */
export async function convertNext(
  tx: Tx,
  { accountId, model }: AttributeOwner,
  after: Walked | null,
): Promise<Walked | null> {
  const table = tableOf(model);
  const types = table && (await readAttributeTypes(tx, { accountId, model }));
  if (!types || types.size === 0) return null;
  const rows = await (table === 'contacts' ? nextContacts : nextConversations)(tx, accountId, after);
  const changed = rows.filter(({ attributes }) => isOther(attributes, types)).map(({ id }) => id);
  for (let start = 0; start < changed.length; start += CHANGES) {
    await convertRows(tx, table, changed.slice(start, start + CHANGES), types);
  }
  return rows.length < ROWS ? null : (rows.at(-1) ?? null);
}

/** In the order of an index of the account's rows, as the next function. */
function nextContacts(tx: Tx, accountId: number, after: Walked | null) {
  return tx.db
    .selectFrom('contacts')
    .select(['id', 'created_at as createdAt', sql.lit(0).as('displayId'), 'custom_attributes as attributes'])
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) => query.where(sql<boolean>`(created_at, id) > (${after?.createdAt}, ${after?.id})`))
    .orderBy('created_at')
    .orderBy('id')
    .limit(ROWS)
    .execute();
}

function nextConversations(tx: Tx, accountId: number, after: Walked | null) {
  return tx.db
    .selectFrom('conversations')
    .select(['id', 'created_at as createdAt', 'display_id as displayId', 'custom_attributes as attributes'])
    .where('account_id', '=', accountId)
    .where('display_id', '>', after?.displayId ?? 0)
    .orderBy('display_id')
    .limit(ROWS)
    .execute();
}

const tableOf = (model: AttributeModel) => (model === 'company_attribute' ? null : TABLES[model]);

type Table = (typeof TABLES)[keyof typeof TABLES];

function convertRows(tx: Tx, table: Table, ids: number[], types: AttributeTypes): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const query = tx.db
      .selectFrom(table)
      .select(['id', 'custom_attributes as attributes'])
      .where('id', 'in', ids)
      .orderBy('id');
    for (const { id, attributes } of await withRowLock(tx, query).execute()) {
      const converted = json(convertedAttributes(attributes, types));
      await tx.db.updateTable(table).set({ custom_attributes: converted }).where('id', '=', id).execute();
    }
  });
}

function isOther(attributes: Parameters<typeof convertedAttributes>[0], types: AttributeTypes): boolean {
  return JSON.stringify(convertedAttributes(attributes, types)) !== JSON.stringify(attributes);
}
