import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { publicContactBlock } from '../../../wire/public-blocks.ts';
import { knowsThemselves } from './knows-themselves.ts';

/**
 * A contact's own view: their claims, and their stored values unless these may be another person's. The answer does not
 * depend on whether another contact has the values.
 */
export async function seenByThemselves(tx: Tx, caller: ContactCaller) {
  const { claims } = caller.contactInbox;
  const known = publicContactBlock(caller.contact);
  const seen = (await knowsThemselves(tx, caller)) ? known : { ...NOTHING, id: known.id };
  return {
    id: seen.id,
    name: claims.name ?? seen.name,
    email: claims.email ?? seen.email,
    phone_number: claims.phone_number ?? seen.phone_number,
    identifier: claims.identifier ?? seen.identifier,
    custom_attributes: { ...seen.custom_attributes, ...claims.custom_attributes },
  };
}

const NOTHING = {
  name: '',
  email: null,
  phone_number: null,
  identifier: null,
  custom_attributes: {} as Attributes,
};
