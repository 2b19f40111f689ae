import { AppError } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';

/** Longer reasons are cut before they are shown and logged, because they may contain text from the request. */
const REASON_LENGTH = 200;

/** Somebody comes from an identity provider with what is no proof of who they are, or may not come in. */
export function refusedSignIn(reason: string): AppError {
  return new AppError('unauthorized', 'Sign-in failed', {
    detail: storable(reason.replaceAll(/\s+/g, ' '), REASON_LENGTH),
  });
}
