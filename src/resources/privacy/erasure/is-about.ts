import type { Json } from '../../../entities/columns.ts';
import type { Subject } from './subject.ts';

/** Who is looked for in JSON. */
export type Sought = {
  accountId: number;
  contactIds: ReadonlySet<number>;
  displayIds: ReadonlySet<number>;
  texts: readonly string[];
  ids: ReadonlySet<string>;
};

export function soughtOf({ accountId, contactIds, displayIds, texts, ids }: Subject): Sought {
  return { accountId, contactIds: new Set(contactIds), displayIds: new Set(displayIds), texts, ids: new Set(ids) };
}

/** Whether an answer or a payload shows the contact, a conversation of theirs, or what is said in one. */
export function isAbout(value: Json | undefined, sought: Sought, name = ''): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isAbout(item, sought, name));
  if (isNumber(value['account_id']) && value['account_id'] !== sought.accountId) return false;
  if (isContact(value, name) && isIn(sought.contactIds, value['id'])) return true;
  if (isIn(sought.contactIds, value['contact_id'])) return true;
  if (isIn(sought.displayIds, value['conversation_id'])) return true;
  if (isConversation(value, name) && isIn(sought.displayIds, value['id'])) return true;
  if (isOne(sought.ids, value['identifier']) || isOne(sought.ids, value['source_id'])) return true;
  return Object.entries(value).some(([key, inner]) => isAbout(inner, sought, key));
}

/** As above for a JSON text; false for other text. */
export function isJsonAbout(text: string, sought: Sought): boolean {
  try {
    return isAbout(JSON.parse(text) as Json, sought);
  } catch {
    return false;
  }
}

type JsonObject = { [key: string]: Json };

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';
const isOne = (ids: ReadonlySet<string>, value: Json | undefined) =>
  typeof value === 'string' && ids.has(value.toLowerCase());
const isIn = (ids: ReadonlySet<number>, value: Json | undefined) => isNumber(value) && ids.has(value);

/** Senders may also be users and bots, which have other numbers; inboxes have phone numbers, and bulk actions a type. */
function isContact(value: JsonObject, name: string): boolean {
  const { type } = value;
  if (typeof type === 'string') return type.toLowerCase() === 'contact' && 'name' in value;
  return name === 'contact' || ('phone_number' in value && !('channel_type' in value));
}

function isConversation(value: JsonObject, name: string): boolean {
  return /(^|_)conversation$/.test(name) || 'contact_inbox' in value;
}

/** Whether one of the contact's addresses or phone numbers stands in the text as a word, in any letter case. */
export function names(text: string, { texts }: Pick<Sought, 'texts'>): boolean {
  const lower = text.toLowerCase();
  return texts.some((sought) => lower.includes(sought) && asWord(sought).test(lower));
}

/** No letter or digit is beside it, but the one of an escape of JSON: a part of a longer number is another number. */
function asWord(text: string): RegExp {
  return new RegExp(
    `(?:(?<![\\p{L}\\p{N}])|(?<=\\\\[bfnrt]))${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'u',
  );
}

/** The texts in a JSON value, without the names of members and the numbers. */
export function textsIn(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join('\n');
}

/** Whether one of the contact's ids is a text in a JSON value, and not only a word of one: others may say the same. */
export function holdsId(value: Json | undefined, sought: Sought): boolean {
  if (typeof value !== 'object' || value === null) return isOne(sought.ids, value);
  return Object.values(value).some((inner) => holdsId(inner, sought));
}
