import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** Throws `error`, or `invalid` where it means that the account already has a response with this code. */
export function refuseSecondCode(error: unknown): never {
  throw isUniqueViolation(error, 'canned_responses', 'short_code')
    ? invalidField('short_code', 'has already been taken')
    : error;
}
