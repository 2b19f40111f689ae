import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { requestAvatar } from '../../files/request-avatar.ts';
import { setAvatar } from '../../files/set-avatar.ts';
import type { ContactInput } from '../contact-input.ts';

/**
 * Stores the picture that came with `input`, or requests that it is fetched. Returns the contact with its address.
 * @throws AppError `invalid` for its address
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
