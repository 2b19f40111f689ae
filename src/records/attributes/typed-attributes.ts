import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { AttributeDisplayType, AttributeModel } from '../../entities/custom-attribute-definition.ts';
import { invalidField } from '../../errors.ts';
import { ruleOf, typedValue } from '../../fields/typed-value.ts';

/** The account and the model that the attributes are of. */
export type AttributeOwner = { accountId: number; model: AttributeModel };

/** The type of each attribute that the account has defined for the model, by key. */
export type AttributeTypes = ReadonlyMap<string, AttributeDisplayType>;

/**
 * Custom attributes for writing, converted to the kinds of their definitions. Attributes without a definition, and values
 * already in `before`, stay unchanged.
 * @throws AppError `invalid`, with the key, for a value that cannot be converted
 */
export async function typedAttributes(
  tx: Tx,
  owner: AttributeOwner,
  given: Attributes,
  before: Attributes = {},
): Promise<Attributes> {
  if (Object.keys(given).length === 0) return given;
  const types = await readAttributeTypes(tx, owner);
  return mapAttributes(given, types, (key, type, value) => {
    if (JSON.stringify(value) === JSON.stringify(before[key])) return value;
    throw invalidField(`custom_attributes.${key}`, ruleOf(type));
  });
}

/** Stored custom attributes converted to the kinds of their definitions; values that cannot be converted stay. */
export function convertedAttributes(stored: Attributes, types: AttributeTypes): Attributes {
  return mapAttributes(stored, types, (_key, _type, value) => value);
}

export async function readAttributeTypes(tx: Tx, owner: AttributeOwner): Promise<AttributeTypes> {
  return new Map((await typesOf(tx, owner)).map(({ key, type }) => [key, type]));
}

const typesOf = prepared((db, values: Placeholders<AttributeOwner>) =>
  db
    .selectFrom('custom_attribute_definitions')
    .select(['attribute_key as key', 'attribute_display_type as type'])
    .where('account_id', '=', values.accountId)
    .where('attribute_model', '=', values.model),
);

/** `other` gives the value of an attribute that cannot be converted. */
function mapAttributes(
  attributes: Attributes,
  types: AttributeTypes,
  other: (key: string, type: AttributeDisplayType, value: Json) => Json,
): Attributes {
  if (types.size === 0) return attributes;
  const entries = Object.entries(attributes).map(([key, value]): [string, Json] => {
    const type = types.get(key);
    const typed = type === undefined ? value : typedValue(type, value);
    return [key, type === undefined || typed !== undefined ? (typed ?? null) : other(key, type, value)];
  });
  return Object.fromEntries(entries);
}
