import { conversationOf, isAnswerAddress } from '../../channels/email/answer-addresses.ts';
import { memberLane, memberOf } from '../../channels/email/member-addresses.ts';
import { type MailEvent, mailEvent } from '../../channels/email/mail-event.ts';
import { channels } from '../../channels/find-channel.ts';
import { keepEvents } from '../../conversations/receiving/keep-events.ts';
import type { Tx } from '../../db/tx.ts';
import { isStorable } from '../../fields/storable.ts';
import { withMailFiles } from './with-mail-files.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';

/** Inboxes that one mail may be for. */
const MOST_INBOXES = 20;
/** The kinds of inboxes whose messages follow contacts by mail: answers to these come by mail, too. */
const FOLLOWING = Object.values(channels)
  .filter(({ continuesByMail }) => continuesByMail)
  .map(({ type }) => type);

/**
 * Stores the raw mail in the file at `path` for its inboxes, found by `envelope`, the addresses from the mail server;
 * without an envelope, by the addresses that mail servers added to the head, and last by the recipients, which the sender
 * may choose. An unreadable mail is stored too: its event fails with the reason. Returns the number of inboxes.
 */
export async function keepMail(
  tx: Tx,
  dataDir: string,
  path: string,
  envelope: readonly string[],
  now: Date,
): Promise<number> {
  const mail = await mailEvent(path);
  return keepFor(tx, dataDir, mail, envelope.length > 0 ? envelope : mail.addresses, now);
}

/** Stores the mail for the inboxes with these addresses. Returns how many there are. */
export async function keepFor(
  tx: Tx,
  dataDir: string,
  mail: MailEvent,
  addresses: readonly string[],
  now: Date,
): Promise<number> {
  const inboxes = await findInboxes(tx, addresses);
  const members = await findMembers(tx, addresses);
  if (inboxes.length + members.length > 0) {
    await withMailFiles(tx, dataDir, [mail], async (events) => {
      for (const inbox of inboxes) await keepEvents(tx, inbox, events, now);
      for (const { lane, ...inbox } of members) {
        const ofMember = events.map((event) => ({ ...event, lane, key: `${lane} ${event.key}` }));
        await keepEvents(tx, inbox, ofMember, now);
      }
    });
  }
  return inboxes.length + members.length;
}

/** Whether mails to this address are for any inbox. */
export async function hasInbox(tx: Tx, address: string): Promise<boolean> {
  return (await findInboxes(tx, [address])).length > 0 || (await findMembers(tx, [address])).length > 0;
}

/** The members whose addresses for answers to notifications these are: the lane of each, and where its conversation is. */
async function findMembers(tx: Tx, addresses: readonly string[]) {
  const { vault } = tx.installation;
  const places = addresses.slice(0, MOST_INBOXES).map((address) => memberOf(vault, address));
  const found = [];
  for (const place of places.filter((place) => place !== null)) {
    const conversation = await tx.db
      .selectFrom('conversations as c')
      .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
      .select(['c.inbox_id as inboxId', 'c.account_id as accountId'])
      .where('c.id', '=', place.conversationId)
      .where(isActiveInbox('i'))
      .executeTakeFirst();
    if (conversation) found.push({ ...conversation, lane: memberLane(place) });
  }
  return found;
}

/** The inboxes with these addresses, also with a part behind a plus sign, and those of the conversations that they name. */
async function findInboxes(tx: Tx, given: readonly string[]) {
  const addresses = given.filter(isStorable).map((address) => address.toLowerCase());
  const { inboundDomain } = tx.installation.mail;
  // An answer belongs only to its conversation's inbox, even if another inbox has a matching address.
  const others = addresses.filter((address) => conversationOf(address) === null);
  const plain = others.flatMap((address) =>
    isAnswerAddress(address, inboundDomain) ? [address] : [address, address.replace(/\+[^@]*@/, '@')],
  );
  const uuids = addresses.map(conversationOf).filter((uuid) => uuid !== null);
  if (addresses.length === 0) return [];
  return tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(['i.id as inboxId', 'i.account_id as accountId'])
    .where(isActiveInbox('i'))
    .where((eb) =>
      eb.or([
        ...(plain.length === 0
          ? []
          : [eb.and([eb('ch.type', '=', 'email'), eb('ch.address', 'in', [...new Set(plain)])])]),
        ...(uuids.length === 0
          ? []
          : [
              eb.and([
                eb('ch.type', 'in', ['email', ...FOLLOWING]),
                eb('i.id', 'in', eb.selectFrom('conversations as c').select('c.inbox_id').where('c.uuid', 'in', uuids)),
              ]),
            ]),
      ]),
    )
    .orderBy('i.id')
    .limit(MOST_INBOXES)
    .execute();
}
