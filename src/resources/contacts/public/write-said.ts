import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { Claims } from '../../../entities/contact-inbox.ts';
import { found, unauthorized } from '../../../errors.ts';
import { mergedAttributes } from '../../../fields/merged-attributes.ts';
import { typedAttributes } from '../../../records/attributes/typed-attributes.ts';
import { type ContactCaller, findContactCaller } from '../../../records/public/contact-caller.ts';
import type { PublicInbox } from '../../../records/public/public-inbox.ts';
import type { ContactInput } from '../contact-input.ts';
import { updateContact } from '../update-contact.ts';
import { attributesOf } from '../write-contact.ts';
import { findBy, type Identity, withoutTaken } from './known-contact.ts';
import { isOwnContact } from './is-own-contact.ts';
import { keepClaims } from './write-claims.ts';

/** Values that contacts give of themselves; undefined, null and no attributes = nothing was said of it. */
export type Said = Omit<ContactInput, 'email' | 'phoneNumber' | 'identifier' | 'blocked' | 'avatar'> & Identity;

const NOTHING: Identity = { identifier: null, email: null, phoneNumber: null };

/**
 * Writes down what a contact says of themselves: the one way in which the values of a contact change without the team. Where
 * the contact is their own, because it came with them or by a proof (`isProved`), it gets the values, except those of
 * another contact. All else is kept with the contact inbox, as claims for the team to take over.
 * @throws AppError `unauthorized` for the identifier, without a proof, of a contact who has given one in the inbox; `invalid`
 *   when no picture can be fetched from the address or merged attributes break a rule of free keys, and as `typedAttributes`
 */
export function writeSaid(
  tx: Tx,
  inbox: PublicInbox,
  caller: ContactCaller,
  { isProved, ...said }: Said & { isProved: boolean },
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    // Two requests at once would each find that an address is free.
    await takeAdvisoryLock(tx, 'public contacts', inbox.account.id);
    if (!isProved) await refuseProvedElsewhere(tx, inbox, caller.contactInbox.id, said.identifier);
    const isOwn = isProved || caller.contactInbox.hmacVerified || (await isOwnContact(tx, caller));
    const free = isOwn ? await withoutTaken(tx, inbox.account.id, said, caller.contact.id) : NOTHING;
    if (isOwn) {
      const written = {
        ...said,
        email: free.email ?? undefined,
        phoneNumber: free.phoneNumber ?? undefined,
        identifier: free.identifier ?? undefined,
        blocked: undefined,
        avatar: null,
      };
      await updateContact(tx, inbox.account, caller.contact.id, written, now);
    }
    const claims = isOwn ? claimsOfOwn(caller, said, free) : claimsOf(caller, await typed(tx, inbox, caller, said));
    await keepClaims(tx, inbox.account.id, caller, claims, now);
    return found(await findContactCaller(tx, inbox.id, caller.contactInbox.sourceId), 'Contact');
  });
}

/**
 * Refuses the claim of an identifier that somebody else has proved in the inbox.
 * @throws AppError `unauthorized`
 */
export async function refuseProvedElsewhere(
  tx: Tx,
  inbox: PublicInbox,
  contactInboxId: number | null,
  identifier: string | null,
): Promise<void> {
  if (identifier === null) return;
  const owner = await findBy(tx, inbox.account.id, 'identifier', { ...NOTHING, identifier });
  if (!owner) return;
  const proved = await tx.db
    .selectFrom('contact_inboxes')
    .select('id')
    .where('contact_id', '=', owner.id)
    .where('inbox_id', '=', inbox.id)
    .where('hmac_verified', '=', true)
    .$if(contactInboxId !== null, (query) => query.where('id', '!=', contactInboxId ?? 0))
    .limit(1)
    .executeTakeFirst();
  if (proved) throw unauthorized('this identifier has been proved before, and needs identifier_hash from then on');
}

/** The claims after what was said of an own contact: values of others are claims, and what was written is none. */
function claimsOfOwn({ contactInbox: { claims } }: ContactCaller, said: Said, free: Identity): Claims {
  const {
    identifier,
    email,
    phone_number,
    name,
    avatar_url,
    custom_attributes = {},
    additional_attributes = {},
  } = claims;
  return {
    ...(name !== undefined && said.name === undefined && { name }),
    ...(avatar_url !== undefined && said.avatarUrl === null && { avatar_url }),
    ...attributesIn('custom_attributes', without(custom_attributes, said.customAttributes)),
    ...attributesIn('additional_attributes', without(additional_attributes, said.additionalAttributes)),
    ...claimOf('identifier', said.identifier, free.identifier, identifier),
    ...claimOf('email', said.email, free.email, email),
    ...claimOf('phone_number', said.phoneNumber, free.phoneNumber, phone_number),
  };
}

function claimOf<Key extends string>(key: Key, said: string | null, written: string | null, before?: string): Claims {
  const value = said === null ? before : said === written ? undefined : said;
  return value === undefined ? {} : ({ [key]: value } as Claims);
}

const without = (attributes: Attributes, written: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => !Object.hasOwn(written, key)));

const attributesIn = (key: 'custom_attributes' | 'additional_attributes', attributes: Attributes): Claims =>
  Object.keys(attributes).length > 0 ? { [key]: attributes } : {};

/** The same with custom attributes in the kinds of their definitions: with others, the team could not take the claims over. */
async function typed(tx: Tx, { account }: PublicInbox, { contactInbox }: ContactCaller, said: Said): Promise<Said> {
  const before = contactInbox.claims.custom_attributes;
  return { ...said, customAttributes: await typedAttributes(tx, attributesOf(account), said.customAttributes, before) };
}

function claimsOf({ contactInbox: { claims } }: ContactCaller, said: Said): Claims {
  const { identifier, email, phoneNumber, name, avatarUrl } = said;
  const custom = mergedAttributes('custom_attributes', claims.custom_attributes ?? {}, said.customAttributes);
  const more = mergedAttributes('additional_attributes', claims.additional_attributes ?? {}, said.additionalAttributes);
  return {
    ...claims,
    ...(identifier !== null && { identifier }),
    ...(email !== null && { email }),
    ...(phoneNumber !== null && { phone_number: phoneNumber }),
    ...(name !== undefined && { name }),
    ...(avatarUrl !== null && { avatar_url: avatarUrl }),
    ...attributesIn('custom_attributes', custom),
    ...attributesIn('additional_attributes', more),
  };
}
