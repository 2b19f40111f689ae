import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { Shown } from '../../../wire/shape.ts';
import { seenByThemselves } from '../../contacts/public/seen-by-themselves.ts';
import type { visitorShape } from '../answers.ts';

/** A visitor's own view of their contact, without values that may be another person's. */
export function presentVisitor(tx: Tx, visitor: ContactCaller): Promise<Shown<typeof visitorShape>> {
  return seenByThemselves(tx, visitor);
}

/** Whether a visitor has each value, without the values. */
export async function presentKnown(tx: Tx, visitor: ContactCaller) {
  const { id, name, email, phone_number: phoneNumber } = await seenByThemselves(tx, visitor);
  return { id, has_email: email !== null, has_name: name !== '', has_phone_number: phoneNumber !== null };
}
