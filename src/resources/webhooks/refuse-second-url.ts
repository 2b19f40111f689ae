import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** Throws `error`, or `invalid` where it means that the account already has a webhook with this URL. */
export function refuseSecondUrl(error: unknown): never {
  throw isUniqueViolation(error, 'webhooks', 'url') ? invalidField('url', 'has already been taken') : error;
}
