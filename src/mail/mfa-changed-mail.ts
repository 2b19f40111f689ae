import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type MfaChange = {
  name: string;
  email: string;
  /** Whether it was switched on, and not off. */
  isOn: boolean;
  /** The URL of the server. */
  serverUrl: string;
};

/** The mail that tells a user how they sign in from now on, in case somebody else has changed it. */
export async function mfaChangedMail(change: MfaChange): Promise<Mail> {
  return { to: [change.email], ...(await render(change.isOn ? 'mfa-enabled' : 'mfa-disabled', change)) };
}
