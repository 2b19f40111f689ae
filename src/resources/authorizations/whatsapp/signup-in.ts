import type { InferType } from 'yup';
import { AppError } from '../../../errors.ts';
import type { signupBody } from '../schema.ts';
import type { Signup } from './connect-number.ts';

/** What every signup has; Chatwoot's clients read the names in the error. */
const REQUIRED = ['code', 'business_id', 'waba_id'] as const;

/** @throws AppError `invalid`, which names all that is missing */
export function signupIn(body: InferType<typeof signupBody>): Signup {
  const missing = REQUIRED.filter((name) => !body[name]?.trim());
  if (missing.length > 0) {
    const error = `Required parameters are missing: ${missing.join(', ')}`;
    throw new AppError('invalid', error, { attributes: missing, errors: [error] });
  }
  const { code, business_id: businessId, waba_id: businessAccountId } = body;
  return {
    code: code ?? '',
    businessId: businessId ?? '',
    businessAccountId: businessAccountId ?? '',
    phoneNumberId: body.phone_number_id || null,
    inboxId: body.inbox_id ?? null,
  };
}
