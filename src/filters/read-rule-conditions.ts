import type { Tx } from '../db/tx.ts';
import type { RuleEvent } from '../entities/automation-rule.ts';
import type { Json } from '../entities/columns.ts';
import type { AttributeDisplayType } from '../entities/custom-attribute-definition.ts';
import { invalidField } from '../errors.ts';
import { isObject } from '../fields/check.ts';
import { type Model, OPERATORS, standardAttribute } from './attributes.ts';
import type { GivenCondition } from './conditions-field.ts';
import { canBeKey, type Condition, keyOf, nextOf, readCondition } from './read-conditions.ts';
import { readValues } from './read-values.ts';
import { accountZone, type Clock } from './zone.ts';

// The conditions of automation rules: those of filters, about a conversation, its contact or a message at once.

export const RULE_OPERATORS = [...OPERATORS, 'attribute_changed'];

/** A checked condition of a rule: on a row of the model's table, or on what has changed. */
export type RuleCondition =
  | (Condition & { model: Model })
  | { changed: string; from: Json[]; to: Json[]; next: 'and' | 'or' };

const KEYS: Record<Model, readonly string[]> = {
  conversation: [
    'status',
    'assignee_id',
    'team_id',
    'inbox_id',
    'priority',
    'labels',
    'browser_language',
    'conversation_language',
    'country_code',
    'referer',
    'mail_subject',
  ],
  contact: ['email', 'phone_number', 'city', 'company', 'company_name'],
  message: ['content', 'message_type', 'private_note'],
};
const MODELS = ['conversation', 'contact', 'message'] as const;
/** The attributes of `attribute_changed`, by their names in changes. */
const CHANGED: Record<string, string> = {
  status: 'status',
  assignee_id: 'assignee_id',
  team_id: 'team_id',
  priority: 'priority',
  labels: 'label_list',
};

/** The types of custom attributes that conditions may mean, by model and key; and the time zone of the account. */
export type Definitions = Readonly<Record<Model, ReadonlyMap<string, AttributeDisplayType>>> & {
  readonly zone: string;
};

/** The account's definitions for these conditions, and its time zone, in at most two statements. */
export async function definitionsFor(tx: Tx, accountId: number, given: GivenCondition[]): Promise<Definitions> {
  const zone = await accountZone(tx, accountId, given);
  const found = { conversation: new Map(), contact: new Map(), message: new Map(), zone };
  const custom = given.filter(
    (condition) => condition['custom_attribute_type'] || standardModel(keyOf(condition)) === null,
  );
  const keys = [...new Set(custom.map(keyOf).filter(canBeKey))];
  if (keys.length === 0) return found;
  const rows = await tx.db
    .selectFrom('custom_attribute_definitions')
    .select(['attribute_key as key', 'attribute_display_type as type', 'attribute_model as model'])
    .where('account_id', '=', accountId)
    .where('attribute_key', 'in', keys)
    .execute();
  for (const { key, type, model } of rows) {
    if (model === 'conversation_attribute') found.conversation.set(key, type);
    if (model === 'contact_attribute') found.contact.set(key, type);
  }
  return found;
}

/**
 * The conditions of a rule for this event, checked, in their order; days_before counts from `now`.
 * @throws AppError `invalid` as `readConditions`, for a condition on what the event has not, and for a missing query operator
 */
export function readRuleConditions(
  given: GivenCondition[],
  event: RuleEvent,
  definitions: Definitions,
  now: Date,
): RuleCondition[] {
  const clock = { now, zone: definitions.zone };
  return given.map((condition, index) => {
    const next = index === given.length - 1 ? 'and' : joiningOf(condition);
    if (condition['filter_operator'] === 'attribute_changed') return { ...readChange(condition, event, clock), next };
    const model = modelOf(condition, definitions);
    if (model === 'message' && event !== 'message_created') {
      throw invalidField('conditions', `${keyOf(condition)} is of a message: it needs the event message_created`);
    }
    return { ...readCondition(condition, model, definitions[model], clock), model, next };
  });
}

function joiningOf(condition: GivenCondition): 'and' | 'or' {
  if (condition['query_operator']) return nextOf(condition);
  throw invalidField('conditions', 'Automation conditions should have query operator.');
}

const standardModel = (key: string) => MODELS.find((model) => KEYS[model].includes(key)) ?? null;

function modelOf(condition: GivenCondition, definitions: Definitions): Model {
  const key = keyOf(condition);
  const asked = MODELS.find((model) => condition['custom_attribute_type'] === `${model}_attribute`);
  if (asked && definitions[asked].has(key)) return asked;
  const model = standardModel(key) ?? MODELS.find((one) => definitions[one].has(key));
  if (model) return model;
  throw unsupported(key);
}

function readChange(condition: GivenCondition, event: RuleEvent, clock: Clock) {
  const key = keyOf(condition);
  const attribute = standardAttribute('conversation', key);
  if (attribute === null || !Object.hasOwn(CHANGED, key)) throw unsupported(key);
  if (event === 'conversation_created' || event === 'message_created') {
    throw invalidField('conditions', 'attribute_changed needs the event conversation_updated, _opened or _resolved');
  }
  const values = condition['values'];
  if (!isObject(values)) throw invalidField('conditions', 'attribute_changed needs values with from and to, two lists');
  const read = (side: Json | undefined) => {
    const all = [side ?? []].flat();
    const some = all.filter((value) => value !== null && value !== 'nil' && value !== '');
    const known = some.length === 0 ? [] : readValues(attribute, 'equal_to', some, clock);
    return some.length < all.length ? [...known, null] : known;
  };
  const { from, to } = values as { from?: Json; to?: Json };
  return { changed: CHANGED[key] ?? key, from: read(from), to: read(to) };
}

const unsupported = (key: string) =>
  invalidField('conditions', `Automation conditions ${key.slice(0, 100).toWellFormed()} not supported.`);
