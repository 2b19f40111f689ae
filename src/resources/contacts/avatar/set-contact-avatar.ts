import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { requestAvatar } from '../../files/request-avatar.ts';
import { setAvatar } from '../../files/set-avatar.ts';
import type { ContactInput } from '../contact-input.ts';

/**
 * Makes the picture of `input` the contact's, or queues a job that fetches it from `input.avatarUrl`. Returns the
 * contact with the picture's address; while a picture is still to be fetched, that is the present one's.
 * @throws AppError `invalid` for an `avatarUrl` from which no picture can be fetched
 */
export async function setContactAvatar(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  input: Pick<ContactInput, 'avatar' | 'avatarUrl'>,
  now: Date,
): Promise<ContactRecord> {
  const owner = { type: 'Contact', id: contact.id } as const;
  if (input.avatarUrl !== null) await requestAvatar(tx, owner, input.avatarUrl, account.id, now);
  if (input.avatar === null) return contact;
  return { ...contact, avatarUrl: await setAvatar(tx, owner, input.avatar, now) };
}
