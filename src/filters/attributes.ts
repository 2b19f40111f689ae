import type { AttributeDisplayType } from '../entities/custom-attribute-definition.ts';
import { MESSAGE_TYPES } from '../entities/message.ts';
import { CONVERSATION_STATUSES, PRIORITIES } from '../entities/conversation.ts';

export const OPERATORS = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contain',
  'is_present',
  'is_not_present',
  'is_greater_than',
  'is_less_than',
  'days_before',
  'starts_with',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** What lists can be filtered. */
export type Filtered = 'conversation' | 'contact';

/** The table `c` of conditions. Only automation rules have conditions on messages. */
export type Model = Filtered | 'message';

/** The type of an attribute's values, which decides about comparisons. */
export type Kind = 'choice' | 'id' | 'text' | 'labels' | 'moment' | 'flag' | 'number' | 'date';

export type Attribute = {
  key: string;
  kind: Kind;
  operators: readonly Operator[];
  /** A column of `c`, or a key in a JSON column. */
  at: { column: string } | { column: 'additional_attributes' | 'custom_attributes'; key: string };
  /** The allowed values of a choice. */
  choices?: readonly string[];
  /** Whether only the first value counts. */
  firstOnly: boolean;
  /** Whether `not_equal_to` also matches where there is no value. */
  absentDiffers: boolean;
};

const EQUAL = ['equal_to', 'not_equal_to'] as const;
const PRESENT = ['equal_to', 'not_equal_to', 'is_present', 'is_not_present'] as const;
const CONTAINS = ['equal_to', 'not_equal_to', 'contains', 'does_not_contain'] as const;
const MOMENT = ['is_greater_than', 'is_less_than', 'days_before'] as const;

type Row = [kind: Kind, operators: readonly Operator[], more?: Partial<Pick<Attribute, 'at' | 'choices'>>];
const additional = (key: string): Pick<Attribute, 'at'> => ({ at: { column: 'additional_attributes', key } });

const CONVERSATION: Record<string, Row> = {
  status: ['choice', EQUAL, { choices: CONVERSATION_STATUSES }],
  assignee_id: ['id', PRESENT],
  inbox_id: ['id', PRESENT],
  team_id: ['id', PRESENT],
  contact_id: ['id', EQUAL],
  priority: ['choice', EQUAL, { choices: PRIORITIES }],
  display_id: ['id', CONTAINS],
  campaign_id: ['id', PRESENT],
  labels: ['labels', PRESENT],
  browser_language: ['text', EQUAL, additional('browser_language')],
  conversation_language: ['text', EQUAL, additional('conversation_language')],
  country_code: ['text', EQUAL, additional('country_code')],
  referer: ['text', CONTAINS, additional('referer')],
  mail_subject: ['text', CONTAINS, additional('mail_subject')],
  created_at: ['moment', MOMENT],
  last_activity_at: ['moment', MOMENT],
};

const CONTACT: Record<string, Row> = {
  name: ['text', CONTAINS, { at: { column: 'name_key' } }],
  email: ['text', CONTAINS],
  phone_number: ['text', [...CONTAINS, 'starts_with']],
  identifier: ['text', EQUAL],
  city: ['text', CONTAINS],
  company: ['text', CONTAINS],
  company_name: ['text', CONTAINS, { at: { column: 'company' } }],
  country_code: ['text', EQUAL, additional('country_code')],
  labels: ['labels', PRESENT],
  created_at: ['moment', MOMENT],
  last_activity_at: ['moment', MOMENT],
  blocked: ['flag', EQUAL],
};

const MESSAGE: Record<string, Row> = {
  content: ['text', CONTAINS],
  message_type: ['choice', EQUAL, { choices: MESSAGE_TYPES }],
  private_note: ['flag', EQUAL, { at: { column: 'private' } }],
};

const STANDARD = { conversation: CONVERSATION, contact: CONTACT, message: MESSAGE };

/** The keys of standard attributes, in the order in which refusals list them. */
export function standardKeys(model: Model): string[] {
  return Object.keys(STANDARD[model]);
}

/** The standard attribute with this key; null when there is none. */
export function standardAttribute(model: Model, key: string): Attribute | null {
  const row = Object.hasOwn(STANDARD[model], key) ? STANDARD[model][key] : undefined;
  if (row === undefined) return null;
  const [kind, operators, more] = row;
  return { key, kind, operators, at: { column: key }, ...more, firstOnly: model === 'contact', absentDiffers: false };
}

const CUSTOM_KINDS: Record<AttributeDisplayType, Kind> = {
  text: 'text',
  link: 'text',
  list: 'text',
  number: 'number',
  currency: 'number',
  percent: 'number',
  date: 'date',
  checkbox: 'flag',
};
const CUSTOM_OPERATORS: Partial<Record<Kind, readonly Operator[]>> = {
  text: [...CONTAINS, 'is_present', 'is_not_present'],
  number: [...PRESENT, 'is_greater_than', 'is_less_than'],
  date: [...PRESENT, ...MOMENT],
  flag: PRESENT,
};

/** The custom attribute with this key, which the account has defined with this type. */
export function customAttribute(key: string, displayType: AttributeDisplayType): Attribute {
  const kind = CUSTOM_KINDS[displayType];
  return {
    key,
    kind,
    operators: CUSTOM_OPERATORS[kind] ?? [],
    at: { column: 'custom_attributes', key },
    firstOnly: true,
    absentDiffers: true,
  };
}
