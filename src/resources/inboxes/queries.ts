import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList, withRowLock } from '../../db/dialect.ts';
import type { Db } from '../../db/database.ts';
import { type Extent, extentOf, type Rows } from '../../db/pages/paged.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { ChannelType } from '../../entities/channel.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { columns, recordReader } from '../../records/columns.ts';
import { CHANNEL, INBOX_DETAILS, type InboxDetails } from '../../records/inbox.ts';

/** An inbox with its channel's address, or the one that waits for a proof, and its encrypted secrets. */
export type InboxRow = InboxDetails & {
  sealedSecrets: string | null;
  address: string | null;
  claimedAddress: string | null;
};

/** The address that the inbox has, or waits for; null = it has none. */
export const addressOf = ({ address, claimedAddress }: InboxRow) => address ?? claimedAddress;

/** The account's inboxes with the ids `ids` (null = all) by name, ignoring case; one page, or all with `page` null. */
export async function listInboxes(
  tx: Tx,
  accountId: number,
  ids: readonly number[] | null,
  page: Rows | null,
): Promise<InboxRow[]> {
  return (await listInboxRows(tx, accountId, ids, page)).map(toInbox);
}

/** The rows of `listInboxes`, for `toInbox`: the same array for as long as they are remembered. */
export function listInboxRows(
  tx: Tx,
  accountId: number,
  ids: readonly number[] | null,
  page: Rows | null,
): Promise<Selected[]> {
  const { values, extent } = extentOf(page);
  const variant = `${extent} ${ids === null ? 'any' : 'some'}` as const;
  return byName(tx, { accountId, ids: JSON.stringify(ids ?? []), ...values }, variant);
}

/** The account's inbox with this id; null when there is none. */
export async function findInbox(tx: Tx, accountId: number, id: number): Promise<InboxRow | null> {
  const row = await selectInboxes(tx.db)
    .where('i.account_id', '=', accountId)
    .where('i.id', '=', id)
    .executeTakeFirst();
  return row ? toInbox(row) : null;
}

/**
 * The account's inbox of this kind that has or waits for this address, such as a phone number; null = there is none.
 */
export async function findInboxByAddress(
  tx: Tx,
  accountId: number,
  type: ChannelType,
  address: string,
): Promise<InboxRow | null> {
  const row = await selectInboxes(tx.db)
    .where('i.account_id', '=', accountId)
    .where('ch.type', '=', type)
    .where((eb) => eb.or([eb('ch.address', '=', address), eb('ch.claimed_address', '=', address)]))
    .executeTakeFirst();
  return row ? toInbox(row) : null;
}

/** Locks the inbox until the end of the transaction. */
export async function lockInbox(tx: Tx, id: number): Promise<void> {
  await withRowLock(tx, tx.db.selectFrom('inboxes').select('id').where('id', '=', id)).execute();
}

type Listing = { accountId: number; ids: string } & Rows;

const byName = remembered((db, values: Placeholders<Listing>, variant: `${Extent} ${'any' | 'some'}`, tx) =>
  selectInboxes(db)
    .where('i.account_id', '=', values.accountId)
    .$if(variant.endsWith('some'), (query) => query.where(inList(tx, 'i.id', values.ids)))
    .orderBy(sql`lower(i.name)`)
    .orderBy('i.id')
    .$if(variant.startsWith('page'), (query) => query.limit(values.limit).offset(values.offset)),
);

function selectInboxes(db: Db) {
  return db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .leftJoin('portals as p', (join) => join.onRef('p.id', '=', 'i.portal_id').on('p.deleted_at', 'is', null))
    .where(isActiveInbox('i'))
    .select(columns('i', INBOX_DETAILS))
    .select(columns('ch', CHANNEL, 'channel.'))
    .select(['ch.address', 'ch.claimed_address as claimedAddress', 'ch.sealed_secrets as sealedSecrets'])
    .select(['p.name as portalName', 'p.slug as portalSlug']);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectInboxes>['execute']>>[number];

export function toInbox(row: Selected): InboxRow {
  const { address, claimedAddress, sealedSecrets, portalName, portalSlug } = row;
  return { ...inboxIn(row), address, claimedAddress, sealedSecrets, portalName, portalSlug, channel: channelIn(row) };
}

const inboxIn = recordReader(INBOX_DETAILS);
const channelIn = recordReader(CHANNEL, 'channel.');
