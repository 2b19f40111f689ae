import { MINUTE, SECOND } from '../time.ts';

/** How long a user and a contact stay online after their last socket closed. */
export const USER_AFTER_MS = 20 * SECOND;
export const CONTACT_AFTER_MS = 90 * SECOND;

/** How long a sign of life lasts that came without a socket. */
export const SIGN_MS = 3 * MINUTE;
