import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import { AppError } from '../errors.ts';
import { flag, nullable, text } from '../wire/shape.ts';

/** The provider refuses the login of a channel, and will until an administrator saves another one. */
export class LoginRefused extends AppError {
  constructor(error: string, detail: string, attributes?: string[]) {
    super('invalid', error, { detail, attributes });
  }
}

/** The status with which providers refuse a login. */
export const UNAUTHORIZED = 401;

/** The settings of a channel with a refused login, and of a channel with a working login. */
export const refusedLogin = (reason: string) => ({ reauthorization_required: true, reauthorization_reason: reason });
export const GOOD_LOGIN = { reauthorization_required: false, reauthorization_reason: null };

/** Why the provider refuses the login of a channel with these settings; null = it does not. */
export function loginProblem(settings: Attributes): string | null {
  if (settings['reauthorization_required'] !== true) return null;
  const { reauthorization_reason: reason } = settings;
  return typeof reason === 'string' && reason !== '' ? reason : 'the provider no longer lets this server in';
}

/** Why nothing can be sent with the login of the channel; null = something can. Mail is sent with another login than fetched. */
export function loginObstacle(type: ChannelType, settings: Attributes): string | null {
  const problem = type === 'email' ? null : loginProblem(settings);
  return problem === null ? null : `the login of the inbox is refused, until its settings are saved again: ${problem}`;
}

/** Why nothing can be sent by a channel that waits for its address; null = it waits for none. */
export const claimObstacle = (claimedAddress: string | null) =>
  claimedAddress === null
    ? null
    : `another account has ${claimedAddress}: POST .../inboxes/{id}/verify_address gives it to the inbox once it is proved`;

/** The state of a channel's login in answers. */
export const showLogin = (settings: Attributes) => ({
  reauthorization_required: loginProblem(settings) !== null,
  reauthorization_reason: loginProblem(settings),
});
export const loginShown = { reauthorization_required: flag, reauthorization_reason: nullable(text) };
