import { isStorable } from '../../fields/storable.ts';
import { addressesIn } from '../../fields/address-list.ts';
import type { Attributes } from '../../entities/columns.ts';
import { invalid } from '../../errors.ts';

/** Further recipients of an answer by e-mail: addresses as people paste them (`addressesIn`), or lists, as requests give them. */
export type Recipients = Record<'cc_emails' | 'bcc_emails' | 'to_emails', string | string[] | null | undefined>;

const EMAIL = /^[^@\s,;<>"]+@[^@\s,;<>"]+$/;
const MAX_LENGTH = 255;
const MAX_RECIPIENTS = 100;

/**
 * The recipients as attributes of a message in an e-mail inbox; fields without addresses are left out.
 * @throws AppError `invalid`, "Invalid email address", also for more than 100 addresses in a field
 */
export function addressMessage(recipients: Recipients): Attributes {
  const lists = Object.entries(recipients).map(([field, given]) => [field, addressesOf(field, given)] as const);
  return Object.fromEntries(lists.filter(([, addresses]) => addresses.length > 0));
}

function addressesOf(field: string, given: string | string[] | null | undefined): string[] {
  const addresses = [given ?? []].flat().flatMap(addressesIn);
  const wrong = addresses.find(
    (address) => !EMAIL.test(address) || address.length > MAX_LENGTH || !isStorable(address),
  );
  if (wrong !== undefined) {
    throw invalid('Invalid email address', `${field} has "${wrong.slice(0, 100).toWellFormed()}"`, [field]);
  }
  if (addresses.length > MAX_RECIPIENTS) {
    throw invalid('Invalid email address', `${field} may have ${MAX_RECIPIENTS} addresses`, [field]);
  }
  return addresses;
}
