import type { Attributes } from '../../entities/columns.ts';
import { objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedContact, ReceivedRenaming } from '../receiving/receiver.ts';

/** The id that people who show no number have at a business: their country, and letters and digits. */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z\d]{1,128}$/;

/** The user id that is shared by all businesses of a group. */
const PARENT_ID = /^[A-Z]{2}\.ENT\./;

/** By what a callback names somebody; '' = it does not say. */
export type WhatsappIds = { number: string; userId: string; parentId: string };

/**
 * Somebody by their ids, with `prefix` before each: answers go to the number while it is known, else to the id at this business.
 * Null = none of them can be an id.
 */
export function contactBy(
  { number, userId, parentId }: WhatsappIds,
  prefix = '',
): Pick<ReceivedContact, 'sourceId' | 'ids' | 'aliases' | 'phoneNumber' | 'rankOf'> | null {
  const digits = number.replace(/^\+/, '');
  const isNumber = /^\d+$/.test(digits);
  const plus = prefix === '' ? '' : '+';
  const numberOf = (one: string) => `${prefix}${plus}${one}`;
  const userIds = [userId, parentId].filter((id) => USER_ID.test(id)).map((id) => prefix + id);
  const [sourceId, ...ids] = [...(isNumber ? [numberOf(digits)] : []), ...userIds];
  if (sourceId === undefined) return null;
  return {
    sourceId,
    ids,
    aliases: isNumber ? aliasesOf(digits).map(numberOf) : [],
    phoneNumber: isNumber ? `+${digits}` : null,
    rankOf: (id) => rankOf(id.slice(prefix.length)),
  };
}

const CHANGES = ['user_changed_number', 'user_changed_user_id'];
/** Messages of before there were ids name the old ones only in their text. */
const CHANGED = /changed from \+?(\S+) to /;

/** The change of a contact's ids in a system message; null = none. */
export function renamingIn(message: Attributes): ReceivedRenaming | null {
  const system = objectAt(message, 'system');
  if (!CHANGES.includes(textAt(system, 'type'))) return null;
  const ids = newIdsIn(message);
  const contact = contactBy(ids);
  if (!contact) return null;
  const [, said = ''] = CHANGED.exec(textAt(system, 'body')) ?? [];
  const before = [
    textAt(system, 'previous_user_id'),
    textAt(message, 'from_user_id'),
    textAt(message, 'from').replace(/^\+/, ''),
    said,
  ].filter((id) => /^\d+$/.test(id) || USER_ID.test(id));
  const present = new Set([contact.sourceId, ...(contact.ids ?? [])]);
  return {
    is: 'renaming',
    provider: 'WhatsApp',
    before: [...new Set(before)].filter((id) => !present.has(id)),
    contact: { ...contact, additionalAttributes: ids.userId === '' ? {} : { whatsapp_user_id: ids.userId } },
    isForgotten: (id) => !USER_ID.test(id),
  };
}

/** The ids that a system message says somebody has now. */
export function newIdsIn(message: Attributes): WhatsappIds {
  const system = objectAt(message, 'system');
  return {
    number: textAt(system, 'wa_id') || textAt(system, 'new_wa_id'),
    userId: textAt(system, 'user_id'),
    parentId: textAt(system, 'parent_user_id'),
  };
}

function rankOf(id: string): number {
  if (!USER_ID.test(id)) return 2;
  return PARENT_ID.test(id) ? 0 : 1;
}

/**
 * The other ways in which WhatsApp writes the same number: mobile numbers in Brazil with or without the 9 behind the area
 * code, in Argentina with or without the 9 behind the country's, in Mexico with or without the 1.
 */
function aliasesOf(digits: string): string[] {
  for (const [short, long, insert] of FORMS) {
    if (short.test(digits)) return [digits.replace(short, insert)];
    if (long.test(digits)) return [digits.replace(long, '$1$2')];
  }
  return [];
}

const FORMS: [short: RegExp, long: RegExp, insert: string][] = [
  [/^(55\d\d)(\d{8})$/, /^(55\d\d)9(\d{8})$/, '$19$2'],
  [/^(54)(\d{10})$/, /^(54)9(\d{10})$/, '$19$2'],
  [/^(52)(\d{10})$/, /^(52)1(\d{10})$/, '$11$2'],
];
