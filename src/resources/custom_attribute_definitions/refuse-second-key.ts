import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** Throws `error`, or `invalid` where it means that the model already has an attribute with this key. */
export function refuseSecondKey(error: unknown): never {
  throw isUniqueViolation(error, 'custom_attribute_definitions', 'attribute_key')
    ? invalidField('attribute_key', 'has already been taken')
    : error;
}
