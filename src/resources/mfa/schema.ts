import { needs, object, requiredText, text } from '../../fields.ts';
import { PASSWORD_LENGTH } from '../../fields/password.ts';
import type { GivenCode } from './try-code.ts';

const CODE_LENGTH = 20;

/** Code fields; `codeOf` reads them. */
export const codeFields = {
  otp_code: text(CODE_LENGTH).meta({ description: 'The code that the authenticator app shows' }),
  backup_code: text(CODE_LENGTH).meta({ description: 'One of the backup codes, in place of the other' }),
};

type CodeFields = { otp_code?: string | undefined; backup_code?: string | undefined };

/** The code of a body; the authenticator's, if there are both. */
export function codeOf({ otp_code: otpCode = '', backup_code: backupCode = '' }: CodeFields): GivenCode {
  return otpCode.trim() === '' ? { backupCode } : { otpCode };
}

/** Whether a body has a code, for the test of a schema. */
export const hasCode = ({ otp_code: one, backup_code: other }: CodeFields): boolean =>
  [one, other].some((code) => code !== undefined && code.trim() !== '');

export const NO_CODE = { path: 'otp_code', message: "can't be blank" };

export const verifyBody = object({ otp_code: requiredText(CODE_LENGTH) });

export const backupCodesBody = object(codeFields)
  .test('code', (body, context) => hasCode(body) || context.createError(NO_CODE))
  .meta(needs({ fields: ['otp_code'] }, { fields: ['backup_code'] }));

export const disableBody = object({
  // A character can take two UTF-16 units.
  password: requiredText(2 * PASSWORD_LENGTH.max),
  ...codeFields,
})
  .test('code', (body, context) => hasCode(body) || context.createError(NO_CODE))
  .meta(needs({ fields: ['password', 'otp_code'] }, { fields: ['password', 'backup_code'] }));
