import type { Tx } from '../../../db/tx.ts';
import { columns } from '../../../records/columns.ts';
import { CONTACT, type ContactRecord } from '../../../records/contact.ts';

/** By what a contact may be known already; null = not given. */
export type Identity = { identifier: string | null; email: string | null; phoneNumber: string | null };

export type IdentityKey = keyof Identity;

/**
 * The account's contact with the identifier or else, where nothing is proved, with the e-mail address or the phone number;
 * null when there is none. A contact with another identifier is somebody else.
 */
export async function findKnownContact(
  tx: Tx,
  accountId: number,
  given: Identity,
  isProved: boolean,
): Promise<ContactRecord | null> {
  const byIdentifier = await findBy(tx, accountId, 'identifier', given);
  // A proved identifier proves no address.
  if (byIdentifier || isProved) return byIdentifier;
  const byAddress =
    (await findBy(tx, accountId, 'email', given)) ?? (await findBy(tx, accountId, 'phoneNumber', given));
  return byAddress && isOther(byAddress, given) ? null : byAddress;
}

/** The identity without the values of other contacts; `ownId`: the contact whose own values stay, null = none. */
export async function withoutTaken(
  tx: Tx,
  accountId: number,
  given: Identity,
  ownId: number | null = null,
): Promise<Identity> {
  const free = async (key: IdentityKey) => {
    const owner = await findBy(tx, accountId, key, given);
    return owner === null || owner.id === ownId ? given[key] : null;
  };
  return { identifier: await free('identifier'), email: await free('email'), phoneNumber: await free('phoneNumber') };
}

function isOther(contact: ContactRecord, { identifier }: Identity): boolean {
  return identifier !== null && contact.identifier !== null && contact.identifier !== identifier;
}

const COLUMNS = { identifier: 'c.identifier', email: 'c.email', phoneNumber: 'c.phone_number' } as const;

/** The account's contact with the given value of this kind; null when there is none, or none is given. */
export async function findBy(
  tx: Tx,
  accountId: number,
  key: IdentityKey,
  given: Identity,
): Promise<ContactRecord | null> {
  if (given[key] === null) return null;
  const contact = await tx.db
    .selectFrom('contacts as c')
    .select(columns('c', CONTACT))
    .where('c.account_id', '=', accountId)
    .where(COLUMNS[key], '=', given[key])
    .executeTakeFirst();
  return contact ?? null;
}
