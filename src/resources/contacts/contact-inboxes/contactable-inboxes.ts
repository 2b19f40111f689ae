import type { Tx } from '../../../db/tx.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { findChannel } from '../../../channels/find-channel.ts';
import { isActiveInbox } from '../../../records/active-inboxes.ts';
import type { ContactInboxRow } from '../find-contact.ts';

/**
 * An inbox through which the contact can be reached, with the contact's source id there. Where the contact is not in
 * the inbox yet, that is the address it would have; in an API inbox, a new UUID, which is not stored.
 */
export type ContactableInbox = Pick<ContactInboxRow, 'inbox' | 'sourceId'>;

/**
 * The inboxes through which the contact can be reached, by id, among those in `visible`; null = among all of the
 * account. A website's inbox is included only where the contact has a contact inbox without a conversation.
 */
export async function findContactableInboxes(
  tx: Tx,
  accountId: number,
  contact: ContactRecord,
  visible: number[] | null,
): Promise<ContactableInbox[]> {
  const inboxes = await listVisibleInboxes(tx, accountId, visible);
  const known = await listKnown(tx, contact.id);
  return inboxes.flatMap((inbox) => {
    const own = known.filter(({ inboxId }) => inboxId === inbox.id);
    const sourceId = sourceIdIn(inbox, contact, own);
    return sourceId === null ? [] : [{ inbox, sourceId }];
  });
}

type Known = Awaited<ReturnType<typeof listKnown>>[number];

/** The contact's source id when the team writes first; null = it cannot. */
function sourceIdIn(inbox: VisibleInbox, contact: ContactRecord, known: Known[]): string | null {
  const sourceIds = findChannel(inbox.channelType).sourceIds(inbox.settings);
  if (inbox.channelType === 'api') return known[0]?.sourceId ?? randomUUID();
  // A visitor of the website can be written to until they start a conversation.
  if (inbox.channelType === 'web_widget') return known.find(({ isIdle }) => isIdle)?.sourceId ?? null;
  const address = inbox.channelType === 'email' ? contact.email : contact.phoneNumber;
  return sourceIds.areAddresses && address !== null ? sourceIds.of(contact) : null;
}

type VisibleInbox = Awaited<ReturnType<typeof listVisibleInboxes>>[number];

function listVisibleInboxes(tx: Tx, accountId: number, visible: number[] | null) {
  return tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where('i.account_id', '=', accountId)
    .where(isActiveInbox('i'))
    .$if(visible !== null, (query) => query.where('i.id', 'in', visible?.length ? visible : [0]))
    .select(['i.id', 'i.name', 'i.avatar_url as avatarUrl', 'i.channel_id as channelId', 'ch.type as channelType'])
    .select('ch.settings')
    .select(sql<string | null>`ch.settings->>'provider'`.as('provider'))
    .orderBy('i.id')
    .execute();
}

/** The contact's source ids, and whether they have no conversation yet. */
async function listKnown(tx: Tx, contactId: number) {
  const rows = await tx.db
    .selectFrom('contact_inboxes as ci')
    .where('ci.contact_id', '=', contactId)
    .select(['ci.inbox_id as inboxId', 'ci.source_id as sourceId'])
    .select((eb) =>
      eb
        .selectFrom('conversations as c')
        .select(sql<number>`1`.as('one'))
        .whereRef('c.contact_inbox_id', '=', 'ci.id')
        .limit(1)
        .as('conversation'),
    )
    .orderBy('ci.id')
    .execute();
  return rows.map(({ inboxId, sourceId, conversation }) => ({ inboxId, sourceId, isIdle: conversation === null }));
}
