import { mailEvent } from '../../channels/email/mail-event.ts';
import { type ReadHead, recipientsInHead } from '../../channels/email/reading/read-head.ts';
import { conversationOf } from '../../channels/email/receive.ts';
import { keepEvents } from '../../conversations/receiving/keep-events.ts';
import type { Tx } from '../../db/tx.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';

/** Inboxes that one mail may be for. */
const MOST_INBOXES = 20;

/**
 * Stores a raw mail for the inboxes that it is addressed to. `envelope`: the addresses that the mail server names; without
 * any, those that mail servers have noted in its head, and only without these its recipients, which its sender may choose. A
 * mail that cannot be read is stored, too: its event fails with the reason. Returns for how many inboxes it is.
 */
export async function keepMail(tx: Tx, bytes: Uint8Array, envelope: readonly string[], now: Date): Promise<number> {
  const { event, head } = await mailEvent(bytes);
  const addresses = envelope.length > 0 ? envelope.map((address) => address.toLowerCase()) : addressesOf(head, bytes);
  const inboxes = await findInboxes(tx, addresses);
  for (const inbox of inboxes) await keepEvents(tx, inbox, [event], now);
  return inboxes.length;
}

function addressesOf(head: ReadHead | null, bytes: Uint8Array): string[] {
  if (head === null) return recipientsInHead(bytes);
  return head.envelope.length > 0 ? head.envelope : head.recipients;
}

/** The inboxes with these addresses, also with a part behind a plus sign, and those of the conversations that they name. */
async function findInboxes(tx: Tx, addresses: readonly string[]) {
  const plain = [...new Set(addresses.flatMap((address) => [address, address.replace(/\+[^@]*@/, '@')]))];
  const uuids = addresses.map(conversationOf).filter((uuid) => uuid !== null);
  if (plain.length === 0) return [];
  return tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(['i.id as inboxId', 'i.account_id as accountId'])
    .where('ch.type', '=', 'email')
    .where(isActiveInbox('i'))
    .where((eb) =>
      eb.or([
        eb('ch.address', 'in', plain),
        ...(uuids.length === 0
          ? []
          : [eb('i.id', 'in', eb.selectFrom('conversations as c').select('c.inbox_id').where('c.uuid', 'in', uuids))]),
      ]),
    )
    .orderBy('i.id')
    .limit(MOST_INBOXES)
    .execute();
}
