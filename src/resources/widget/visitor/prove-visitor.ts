import type { Tx } from '../../../db/tx.ts';
import { unauthorized } from '../../../errors.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { checkProof } from '../../contacts/public/check-proof.ts';
import type { Proof } from '../../contacts/public/schema.ts';

/**
 * The identifier that the proof proves to be the visitor's; null = there is no proof, and none is needed: the inbox needs
 * none, or the visitor has given one before.
 * @throws AppError `unauthorized`
 */
export function proveVisitor(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  proof: { [Name in keyof Proof]: Proof[Name] },
): string | null {
  const isSame = !proof.identifier || proof.identifier === visitor?.contact.identifier;
  return visitor?.contactInbox.hmacVerified && isSame && !proof.identifier_hash ? null : checkProof(tx, inbox, proof);
}

/** @throws AppError `unauthorized` for an unproved visitor in an inbox that requires proofs of identity */
export function mustBeProved(inbox: WidgetInbox, { contactInbox }: ContactCaller): void {
  if (!inbox.needsHmac || contactInbox.hmacVerified) return;
  throw unauthorized('prove the identity of the visitor first, by set_user with identifier and identifier_hash');
}
