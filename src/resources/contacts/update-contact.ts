import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { inTransaction } from '../../db/transaction.ts';
import { typedAttributes } from '../../records/attributes/typed-attributes.ts';
import { found } from '../../errors.ts';
import { recordContactUpdated } from '../../events/record-contact.ts';
import { mergedAttributes } from '../../fields/merged-attributes.ts';
import type { ContactInput } from './contact-input.ts';
import { lockContact } from './find-contact.ts';
import { forgetProofs } from './public/forget-proofs.ts';
import { setContactAvatar } from './avatar/set-contact-avatar.ts';
import { attributesOf, writeContact } from './write-contact.ts';

/**
 * Changes a contact; attributes are merged into the existing ones. With another identifier, it is verified nowhere.
 * @throws AppError `invalid` when another contact has the e-mail address, phone number or identifier, no picture can be
 *   fetched from the address or the merged attributes break a rule of free keys, and as `typedAttributes`; `not_found` when it has been deleted
 */
export function updateContact(
  tx: Tx,
  account: AccountRecord,
  id: number,
  input: ContactInput,
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    const before = found(await lockContact(tx, account.id, id), 'Contact');
    const given = await typedAttributes(tx, attributesOf(account), input.customAttributes, before.customAttributes);
    const after: ContactRecord = {
      ...before,
      name: input.name ?? before.name,
      email: input.email === undefined ? before.email : input.email,
      phoneNumber: input.phoneNumber === undefined ? before.phoneNumber : input.phoneNumber,
      identifier: input.identifier === undefined ? before.identifier : input.identifier,
      blocked: input.blocked ?? before.blocked,
      customAttributes: mergedAttributes('custom_attributes', before.customAttributes, given),
      additionalAttributes: mergedAttributes(
        'additional_attributes',
        before.additionalAttributes,
        input.additionalAttributes,
      ),
    };
    await writeContact(tx, after, now);
    await forgetProofs(tx, before, after, now);
    const pictured = await setContactAvatar(tx, account, after, input, now);
    await recordContactUpdated(tx, before, pictured, account, now);
    return pictured;
  });
}
