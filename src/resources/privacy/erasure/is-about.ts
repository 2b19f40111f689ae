import type { Json } from '../../../entities/columns.ts';
import type { Subject } from './subject.ts';

/** Who is looked for in JSON. */
export type Sought = {
  accountId: number;
  contactIds: ReadonlySet<number>;
  displayIds: ReadonlySet<number>;
  texts: readonly string[];
};

export function soughtOf({ accountId, contactIds, displayIds, texts }: Subject): Sought {
  return { accountId, contactIds: new Set(contactIds), displayIds: new Set(displayIds), texts };
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
  return Object.entries(value).some(([key, inner]) => isAbout(inner, sought, key));
}

/** The same of a text, which is about nobody when it is no JSON. */
export function isJsonAbout(text: string, sought: Sought): boolean {
  try {
    return isAbout(JSON.parse(text) as Json, sought);
  } catch {
    return false;
  }
}

type JsonObject = { [key: string]: Json };

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';
const isIn = (ids: ReadonlySet<number>, value: Json | undefined) => isNumber(value) && ids.has(value);

/** Senders may also be users and bots, which have other numbers. */
function isContact(value: JsonObject, name: string): boolean {
  const { type } = value;
  if (typeof type === 'string') return type.toLowerCase() === 'contact';
  return name === 'contact' || 'phone_number' in value;
}

function isConversation(value: JsonObject, name: string): boolean {
  return /(^|_)conversation$/.test(name) || 'contact_inbox' in value;
}

/** Whether one of the contact's addresses, numbers or names stands in the text as a word, in any letter case. */
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
