import type { TextKey } from '../../locales.ts';
import type { Condition } from '../../store/conditions.ts';
import type { Definition } from './definitions.ts';

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
] as const;
export type Operator = (typeof OPERATORS)[number];

/** How the values of an attribute are chosen. */
export type Kind =
  | 'status'
  | 'priority'
  | 'member'
  | 'inbox'
  | 'team'
  | 'label'
  | 'id'
  | 'text'
  | 'moment'
  | CustomKind;
type CustomKind = 'number' | 'date' | 'flag' | 'list';

/** An attribute by which conversations are filtered. */
export type Attribute = {
  key: string;
  isCustom: boolean;
  name: string;
  kind: Kind;
  operators: readonly Operator[];
  /** Of a list. */
  choices: readonly string[];
};

const EQUAL = ['equal_to', 'not_equal_to'] as const;
const PRESENT = [...EQUAL, 'is_present', 'is_not_present'] as const;
const CONTAINS = [...EQUAL, 'contains', 'does_not_contain'] as const;
const MOMENT = ['is_greater_than', 'is_less_than', 'days_before'] as const;

/** Those that every account has, as the server knows them. */
export const STANDARD: Record<string, { kind: Kind; operators: readonly Operator[]; name: TextKey }> = {
  status: { kind: 'status', operators: EQUAL, name: 'status' },
  assignee_id: { kind: 'member', operators: PRESENT, name: 'assignee' },
  inbox_id: { kind: 'inbox', operators: PRESENT, name: 'inbox' },
  team_id: { kind: 'team', operators: PRESENT, name: 'team' },
  labels: { kind: 'label', operators: PRESENT, name: 'labels' },
  priority: { kind: 'priority', operators: EQUAL, name: 'priority' },
  last_activity_at: { kind: 'moment', operators: MOMENT, name: 'lastActivity' },
  created_at: { kind: 'moment', operators: MOMENT, name: 'createdOn' },
  display_id: { kind: 'id', operators: CONTAINS, name: 'conversationNumber' },
  contact_id: { kind: 'id', operators: EQUAL, name: 'contactNumber' },
  campaign_id: { kind: 'id', operators: PRESENT, name: 'campaignNumber' },
  mail_subject: { kind: 'text', operators: CONTAINS, name: 'mailSubject' },
  referer: { kind: 'text', operators: CONTAINS, name: 'referer' },
  browser_language: { kind: 'text', operators: EQUAL, name: 'browserLanguage' },
  conversation_language: { kind: 'text', operators: EQUAL, name: 'conversationLanguage' },
  country_code: { kind: 'text', operators: EQUAL, name: 'countryCode' },
};

const KINDS: Record<Definition['attribute_display_type'], Kind> = {
  text: 'text',
  link: 'text',
  list: 'list',
  number: 'number',
  currency: 'number',
  percent: 'number',
  date: 'date',
  checkbox: 'flag',
};
const OF_TEXT = [...CONTAINS, 'is_present', 'is_not_present'] as const;
const OF_KIND: Partial<Record<Kind, readonly Operator[]>> = {
  number: [...PRESENT, 'is_greater_than', 'is_less_than'],
  date: [...PRESENT, ...MOMENT],
  flag: PRESENT,
};

/** The attributes of an account, in the order in which they are offered. */
export function attributesOf(definitions: readonly Definition[], t: (key: TextKey) => string): Attribute[] {
  return [
    ...Object.entries(STANDARD).map(([key, { kind, operators, name }]) => ({
      key,
      isCustom: false,
      name: t(name),
      kind,
      operators,
      choices: [],
    })),
    ...definitions.filter((one) => one.attribute_model === 'conversation_attribute').map(ofDefinition),
  ];
}

function ofDefinition(definition: Definition): Attribute {
  const kind = KINDS[definition.attribute_display_type];
  return {
    key: definition.attribute_key,
    isCustom: true,
    name: definition.attribute_display_name,
    kind,
    operators: OF_KIND[kind] ?? OF_TEXT,
    choices: definition.attribute_values,
  };
}

/** The attribute that a condition means: a key that is both means the custom one when the condition says so. */
export function attributeOf(condition: Condition, attributes: readonly Attribute[]): Attribute | undefined {
  const found = attributes.filter(({ key }) => key === condition.attribute_key);
  const isCustom = Boolean(condition['custom_attribute_type']);
  return found.find((one) => one.isCustom === isCustom) ?? found[0];
}

export const isOperator = (text: string): text is Operator => OPERATORS.some((known) => known === text);

/** Whether the operator needs no value. */
export const isAlone = (operator: string): boolean => operator === 'is_present' || operator === 'is_not_present';

/** Whether a condition with the operator has one of several values: it is met by any of them. */
export function takesSeveral({ kind, isCustom }: Attribute): boolean {
  return !isCustom && ['status', 'priority', 'member', 'inbox', 'team', 'label'].includes(kind);
}
