import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/** Throws `error` on, as what the caller should hear when it is that the account has a webhook with this URL. */
export function refuseSecondUrl(error: unknown): never {
  throw isUniqueViolation(error, 'webhooks', 'url') ? invalidField('url', 'has already been taken') : error;
}
