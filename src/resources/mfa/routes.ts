import { AppError } from '../../errors.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Caller } from '../../http/state.ts';
import { checkPassword } from '../profile/check-password.ts';
import { backupCodesShape, begunMfaShape, disabledMfaShape, enabledMfaShape, mfaShape } from './answers.ts';
import { beginMfa } from './begin-mfa.ts';
import { disableMfaByCode } from './disable-mfa.ts';
import { enableMfa } from './enable-mfa.ts';
import { findMfa } from './queries.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { backupCodesBody, codeOf, disableBody, verifyBody } from './schema.ts';

export const mfa = routes('/mfa');

mfa.get(
  '/',
  {
    permission: 'mfa:read',
    summary: 'Show whether signing in takes a code',
    description: 'A code of an authenticator app, after the password.',
    answer: ok(mfaShape),
  },
  async ({ tx, caller }) => {
    const found = await findMfa(tx, caller.id);
    const left = found?.backupCodesLeft ?? 0;
    return {
      feature_available: true as const,
      enabled: found !== null,
      backup_codes_generated: left > 0,
      backup_codes_left: left,
    };
  },
);

mfa.post(
  '/',
  {
    permission: 'mfa:write',
    summary: 'Begin to set up an authenticator app',
    description: 'Needs a session, as all that changes this. Nothing is asked at sign-in before `POST .../mfa/verify`.',
    answer: ok(begunMfaShape),
    mayAnswer: [404, 422],
  },
  async ({ tx, caller, now }) => {
    sessionOf(caller);
    const { text, url } = await beginMfa(tx, caller.id, now);
    return { provisioning_url: url, secret: text };
  },
);

mfa.post(
  '/verify',
  {
    permission: 'mfa:write',
    summary: 'Have signing in take a code',
    description:
      'With the first code that the app shows. The answer has ten backup codes, each for one sign-in without the app, which are not shown again. All other sessions of yours end; access tokens stay valid.',
    body: verifyBody,
    example: { otp_code: '123456' },
    answer: ok(enabledMfaShape),
    mayAnswer: [404],
  },
  async ({ tx, caller, body, now }) => {
    const user = { id: caller.id, sessionId: sessionOf(caller) };
    return { enabled: true, backup_codes: await enableMfa(tx, user, body.otp_code, now) };
  },
);

mfa.delete(
  '/',
  {
    permission: 'mfa:write',
    summary: 'Have signing in take the password alone',
    description: 'Needs the password and a code. Who has lost both app and codes is helped by `parley users mfa`.',
    body: disableBody,
    example: { password: 'Sunny-day-1', otp_code: '123456' },
    answer: ok(disabledMfaShape),
    mayAnswer: [404],
  },
  async ({ tx, caller, body, now }) => {
    sessionOf(caller);
    const passwordHash = await checkPassword(tx, caller.id, body.password, 'password');
    await disableMfaByCode(tx, { id: caller.id, passwordHash }, codeOf(body), now);
    return { enabled: false };
  },
);

mfa.post(
  '/backup_codes',
  {
    permission: 'mfa:write',
    summary: 'Replace your backup codes',
    description: 'The former ones are worth nothing from then on. The new ones are shown this once.',
    body: backupCodesBody,
    example: { otp_code: '123456' },
    answer: ok(backupCodesShape),
    mayAnswer: [404],
  },
  async ({ tx, caller, body, now }) => {
    sessionOf(caller);
    return { backup_codes: await renewBackupCodes(tx, caller.id, codeOf(body), now) };
  },
);

/**
 * The session that the request came with. A token, which programs have and which may be made to read along, changes nothing
 * here: it would shut its user out, or let others in.
 * @throws AppError `not_found`, "Session not found", for a token
 */
function sessionOf({ sessionId }: Caller): number {
  if (sessionId !== null) return sessionId;
  throw new AppError('not_found', 'Session not found', {
    detail: 'sign in with e-mail address and password to change this: an access token cannot',
  });
}
