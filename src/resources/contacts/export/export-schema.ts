import { array, attributes, object, oneOf, text } from '../../../fields.ts';
import { conditionList, type GivenCondition, MOST_CONDITIONS, zoneField } from '../../../filters/conditions-field.ts';
import { inZone } from '../../../filters/zone.ts';

/** The columns that an export can have. */
export const EXPORT_COLUMNS = [
  'id',
  'name',
  'email',
  'phone_number',
  'identifier',
  'blocked',
  'company_name',
  'city',
  'country',
  'labels',
  'custom_attributes',
  'additional_attributes',
  'last_activity_at',
  'created_at',
  'updated_at',
] as const;

/** A list of conditions as the filter takes them, a single condition, or an object with the list under `payload`. */
const conditions = () =>
  conditionList()
    .transform((given: unknown) => conditionsIn(given))
    .nullable()
    // Limits their size: they are stored until the file is written.
    .test(
      'storable',
      'must be JSON of at most 100,000 characters, of whole Unicode characters without U+0000, and not nested deep',
      (value) => attributes().isValidSync({ conditions: value ?? [] }),
    )
    .meta({ jsonSchema: { type: ['array', 'object', 'null'], maxItems: MOST_CONDITIONS } });

export const exportBody = object({
  column_names: array(oneOf(EXPORT_COLUMNS).required('must be the name of a column'))
    .typeError('must be a list of names of columns')
    .nullable(),
  payload: conditions(),
  timezone: zoneField(),
  label: text().nullable(),
});

function conditionsIn(given: unknown): unknown {
  if (!isObject(given)) return given;
  if ('attribute_key' in given) return [given];
  const { payload: list = null, timezone } = given;
  if (list === null) return Object.values(given);
  // As a saved filter has them.
  return Array.isArray(list) && list.every(isObject) && typeof timezone === 'string'
    ? inZone(list as GivenCondition[], timezone)
    : list;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
