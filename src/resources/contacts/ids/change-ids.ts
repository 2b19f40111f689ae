import type { ReceivedRenaming } from '../../../channels/receiving/receiver.ts';
import {
  addKeys,
  changeSourceId,
  type ContactInboxKey,
  findByIds,
  removeKeys,
} from '../../../conversations/contact-keys.ts';
import { noteActivity } from '../../../conversations/note-activity.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { NO_CHANGE } from '../contact-input.ts';
import { readContact } from '../find-contact.ts';
import { withoutTaken } from '../public/known-contact.ts';
import { updateContact } from '../update-contact.ts';
import { lockIds } from './note-ids.ts';

type Place = { account: AccountRecord; inboxId: number };

/**
 * Has a contact of the inbox known by other ids from now on, and answered there; an activity of their newest conversation says
 * so. Their numbers until then are forgotten, since other people may get these. Where another contact of the inbox has the new
 * ids already, both stay as they are, and the activity says that. The same again changes nothing.
 */
export function changeIds(tx: Tx, place: Place, item: ReceivedRenaming, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { contact: given, before } = item;
    await lockIds(tx, place);
    const ids = [...new Set([...(given.ids ?? []), given.sourceId])];
    const known = await findByIds(tx, place.inboxId, [...before, ...ids]);
    const [former, present] = [before, ids].map((some) => some.map((id) => known.get(id)).find(Boolean));
    if (!former) return;
    const { name } = await readContact(tx, place.account.id, former.contactId);
    if (present && present.id !== former.id) {
      const other = await readContact(tx, place.account.id, present.contactId);
      return tell(tx, former, `${name} is now ${other.name} (contact ${other.id}) at ${item.provider}`, now);
    }
    const added = ids.filter((id) => !known.has(id));
    if (added.length === 0 && former.sourceId === given.sourceId) return;
    await changeSourceId(tx, former, given.sourceId, now);
    await removeKeys(tx, place.inboxId, before.filter(item.isForgotten));
    const kept = [former.sourceId].filter((id) => !item.isForgotten(id));
    await addKeys(tx, former, [...added.filter((id) => id !== given.sourceId), ...kept]);
    const { phoneNumber = null } = given;
    await learn(tx, place, former, item, now);
    const what = phoneNumber === null ? 'has a new id' : `has the new number ${phoneNumber}`;
    await tell(tx, former, `${name} ${what} at ${item.provider}`, now);
  });
}

/** The phone number of the contact follows if it was the former one, or there was none, and nobody else has the new one. */
async function learn(tx: Tx, { account }: Place, row: ContactInboxKey, item: ReceivedRenaming, now: Date) {
  const contact = await readContact(tx, account.id, row.contactId);
  const { phoneNumber: wanted = null, additionalAttributes = {} } = item.contact;
  const { phoneNumber } = follows(contact, row, item)
    ? await withoutTaken(tx, account.id, { identifier: null, email: null, phoneNumber: wanted })
    : { phoneNumber: null };
  const change = { ...NO_CHANGE, phoneNumber: phoneNumber ?? undefined, additionalAttributes };
  await updateContact(tx, account, contact.id, change, now);
}

function follows({ phoneNumber }: ContactRecord, { sourceId }: ContactInboxKey, { before }: ReceivedRenaming): boolean {
  return phoneNumber === null || [sourceId, ...before].some((id) => id.endsWith(phoneNumber.slice(1)));
}

/** Unless the newest conversation says that already. */
async function tell(tx: Tx, { id }: ContactInboxKey, text: string, now: Date): Promise<void> {
  const newest = await tx.db
    .selectFrom('conversations as c')
    .select('c.id')
    .select((eb) =>
      eb
        .selectFrom('messages as m')
        .select('m.id')
        .whereRef('m.conversation_id', '=', 'c.id')
        .where('m.message_type', '=', 'activity')
        .where('m.content', '=', text)
        .limit(1)
        .as('told'),
    )
    .where('c.contact_inbox_id', '=', id)
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.told === null) await noteActivity(tx, newest.id, text, now);
}
