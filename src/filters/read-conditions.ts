import { isStorable } from '../fields/storable.ts';
import type { Tx } from '../db/tx.ts';
import type { AttributeDisplayType } from '../entities/custom-attribute-definition.ts';
import { invalid } from '../errors.ts';
import {
  type Attribute,
  customAttribute,
  type Filtered,
  type Model,
  type Operator,
  OPERATORS,
  standardAttribute,
  standardKeys,
} from './attributes.ts';
import type { GivenCondition } from './conditions-field.ts';
import { readValues, type Value } from './read-values.ts';
import { accountZone, type Clock, zoneOf } from './zone.ts';

const KEY_LENGTH = 255;

/** A checked condition: its attribute exists, and its values fit the attribute and the operator. */
export type Condition = {
  attribute: Attribute;
  operator: Operator;
  values: Value[];
  /** How the next condition is joined to this one. */
  next: 'and' | 'or';
};

/**
 * The conditions of a request, checked, in their order; days_before counts from `now`. Days are those of the time zone that a
 * condition names, or else of the account's.
 * @throws AppError `invalid` for an unknown attribute or time zone, an operator or values that do not fit it, or a query operator
 *   other than AND and OR
 */
export async function readConditions(
  tx: Tx,
  accountId: number,
  model: Filtered,
  given: GivenCondition[],
  now: Date,
): Promise<Condition[]> {
  const custom = await customAttributesOf(tx, accountId, model, given);
  const zone = await accountZone(tx, accountId, given);
  return given.map((condition, index) => ({
    ...readCondition(condition, model, custom, { now, zone }),
    next: index === given.length - 1 ? 'and' : nextOf(condition),
  }));
}

/** One condition without its query operator; `custom` has the types of the custom attributes that it may mean, and the
 * clock the zone of a condition that names none. @throws as `readConditions` */
export function readCondition(
  condition: GivenCondition,
  model: Model,
  custom: ReadonlyMap<string, AttributeDisplayType>,
  { now, zone }: Clock,
): Omit<Condition, 'next'> {
  const attribute = attributeOf(condition, model, custom);
  const operator = operatorOf(condition, attribute);
  const clock = { now, zone: zoneOf(condition, zone) };
  return { attribute, operator, values: readValues(attribute, operator, condition['values'], clock) };
}

/** The types of the custom attributes that conditions may mean, as the account defines them. */
async function customAttributesOf(tx: Tx, accountId: number, model: Filtered, given: GivenCondition[]) {
  const mayBeCustom = given.filter(
    (condition) => condition['custom_attribute_type'] || standardAttribute(model, keyOf(condition)) === null,
  );
  const keys = mayBeCustom.map(keyOf).filter(canBeKey);
  if (keys.length === 0) return new Map<string, AttributeDisplayType>();
  const rows = await tx.db
    .selectFrom('custom_attribute_definitions')
    .select(['attribute_key as key', 'attribute_display_type as displayType'])
    .where('account_id', '=', accountId)
    .where('attribute_model', '=', `${model}_attribute`)
    .where('attribute_key', 'in', [...new Set(keys)])
    .execute();
  return new Map(rows.map(({ key, displayType }) => [key, displayType]));
}

/** Whether a definition can have the key. */
export function canBeKey(key: string): boolean {
  return key !== '' && key.length <= KEY_LENGTH && isStorable(key);
}

/** A key that is both standard and custom means the custom attribute when the condition says so. */
function attributeOf(
  condition: GivenCondition,
  model: Model,
  custom: ReadonlyMap<string, AttributeDisplayType>,
): Attribute {
  const key = keyOf(condition);
  const displayType = custom.get(key);
  const own = displayType === undefined ? null : customAttribute(key, displayType);
  const standard = standardAttribute(model, key);
  const attribute = condition['custom_attribute_type'] ? (own ?? standard) : (standard ?? own);
  if (attribute !== null) return attribute;
  throw invalid(
    `Invalid attribute key - [${key.slice(0, KEY_LENGTH).toWellFormed()}]. The key should be one of [${standardKeys(model).join(',')}] or a custom attribute defined in the account.`,
    undefined,
    ['attribute_key'],
  );
}

export function keyOf(condition: GivenCondition): string {
  const key = condition['attribute_key'];
  return typeof key === 'string' ? key : '';
}

function operatorOf(condition: GivenCondition, attribute: Attribute): Operator {
  const operator = OPERATORS.find((known) => known === condition['filter_operator']);
  if (operator !== undefined && attribute.operators.includes(operator)) return operator;
  throw invalid(
    `Invalid operator. The allowed operators for ${attribute.key} are [${attribute.operators.join(',')}].`,
    undefined,
    ['filter_operator'],
  );
}

export function nextOf(condition: GivenCondition): 'and' | 'or' {
  const given = condition['query_operator'] ?? '';
  const operator = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (operator === '' || operator === 'and') return 'and';
  if (operator === 'or') return 'or';
  throw invalid('Query operator must be either "AND" or "OR".', undefined, ['query_operator']);
}
