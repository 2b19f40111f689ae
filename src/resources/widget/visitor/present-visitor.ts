import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { publicContactBlock } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { visitorShape } from '../answers.ts';
import { knowsThemselves } from './knows-themselves.ts';

/** A contact as a visitor sees themselves, without its values where they may be somebody else's. */
export async function presentVisitor(tx: Tx, visitor: ContactCaller): Promise<Shown<typeof visitorShape>> {
  const shown = publicContactBlock(visitor.contact);
  if (await knowsThemselves(tx, visitor)) return shown;
  return { id: shown.id, name: '', email: null, phone_number: null, identifier: null, custom_attributes: {} };
}
