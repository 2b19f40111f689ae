import { db, type EntityManager } from '../db/orm.ts';
import type { AttributeDisplayType } from '../entities/custom-attribute-definition.ts';
import { invalid, invalidField } from '../errors.ts';
import {
  type Attribute,
  customAttribute,
  type Model,
  type Operator,
  OPERATORS,
  standardAttribute,
  standardKeys,
} from './attributes.ts';
import { readValues, type Value } from './read-values.ts';

/** Databases take expressions of a certain depth. */
export const MOST_CONDITIONS = 100;
const KEY_LENGTH = 255;

/** One condition that has been checked: what it names exists, and its values are of the kind that it compares. */
export type Condition = {
  attribute: Attribute;
  operator: Operator;
  values: Value[];
  /** How the next condition is joined to this one. */
  next: 'and' | 'or';
};

type Given = { [key: string]: unknown };

/**
 * The conditions of a request's `payload`. `now` is what days_before counts from.
 * @throws AppError `invalid`, with the text for an unknown attribute, an operator that it does not have, values that do
 *   not fit it, or another query operator than AND and OR
 */
export async function readConditions(
  em: EntityManager,
  accountId: number,
  model: Model,
  payload: unknown,
  now: Date,
): Promise<Condition[]> {
  const given = conditionsOf(payload);
  const custom = await customAttributesOf(em, accountId, model, given);
  return given.map((condition, index) => {
    const attribute = attributeOf(condition, model, custom);
    const operator = operatorOf(condition, attribute);
    return {
      attribute,
      operator,
      values: readValues(attribute, operator, condition['values'], now),
      next: index === given.length - 1 ? 'and' : nextOf(condition),
    };
  });
}

function conditionsOf(payload: unknown): Given[] {
  if (!Array.isArray(payload)) throw invalidField('payload', 'must be an array of conditions');
  if (payload.length > MOST_CONDITIONS) {
    throw invalidField('payload', `has too many conditions (maximum is ${MOST_CONDITIONS})`);
  }
  return payload.map((condition: unknown) => {
    if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) return condition as Given;
    throw invalidField('payload', 'must be an array of objects: attribute_key, filter_operator, values');
  });
}

/** The account's definitions of the keys that are asked for. */
async function customAttributesOf(em: EntityManager, accountId: number, model: Model, given: Given[]) {
  const keys = given.map(keyOf).filter((key) => key !== '' && key.length <= KEY_LENGTH && !key.includes('\u0000'));
  if (keys.length === 0) return new Map<string, AttributeDisplayType>();
  const rows = await db(em)
    .selectFrom('custom_attribute_definitions')
    .select(['attribute_key as key', 'attribute_display_type as displayType'])
    .where('account_id', '=', accountId)
    .where('attribute_model', '=', `${model}_attribute`)
    .where('attribute_key', 'in', [...new Set(keys)].filter((key) => key.isWellFormed()).concat(''))
    .execute();
  return new Map(rows.map(({ key, displayType }) => [key, displayType]));
}

/** A key that is both is the account's own when the condition says so. */
function attributeOf(condition: Given, model: Model, custom: Map<string, AttributeDisplayType>): Attribute {
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

function keyOf(condition: Given): string {
  const key = condition['attribute_key'];
  return typeof key === 'string' ? key : '';
}

function operatorOf(condition: Given, attribute: Attribute): Operator {
  const operator = OPERATORS.find((known) => known === condition['filter_operator']);
  if (operator !== undefined && attribute.operators.includes(operator)) return operator;
  throw invalid(
    `Invalid operator. The allowed operators for ${attribute.key} are [${attribute.operators.join(',')}].`,
    undefined,
    ['filter_operator'],
  );
}

function nextOf(condition: Given): 'and' | 'or' {
  const given = condition['query_operator'] ?? '';
  const operator = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (operator === '' || operator === 'and') return 'and';
  if (operator === 'or') return 'or';
  throw invalid('Query operator must be either "AND" or "OR".', undefined, ['query_operator']);
}
