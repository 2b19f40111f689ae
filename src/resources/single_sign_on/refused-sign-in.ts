import { AppError } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';

/** Characters of a reason that are shown and logged: it may have parts of what somebody has sent. */
const REASON_LENGTH = 200;

/** Somebody comes from an identity provider with what is no proof of who they are, or may not come in. */
export function refusedSignIn(reason: string): AppError {
  return new AppError('unauthorized', 'Sign-in failed', {
    detail: storable(reason.replaceAll(/\s+/g, ' '), REASON_LENGTH),
  });
}
