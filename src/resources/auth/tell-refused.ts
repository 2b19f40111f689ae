import type { App } from '../../app.ts';
import { networkOf } from '../../addresses.ts';
import { AppError, type ErrorCode } from '../../errors.ts';

/** Who tries to sign in: with a password, or with a code or at an identity provider, where the log says why it is refused. */
type Attempt = { address: string } & ({ email: string } | { way: 'google' | 'mfa' | 'oidc' | 'saml' });

/** A wrong code is a bad request, as in Chatwoot. */
const REFUSALS: readonly ErrorCode[] = ['unauthorized', 'bad_request'];

/**
 * What `signIn` gives. Where it is refused, that is counted, and the log has a line with the client's address, which
 * programs such as fail2ban read.
 */
export async function tellRefused<T>({ log, counts }: App, from: Attempt, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.code)) {
      counts.failedSignIns += 1;
      // config/examples/fail2ban reads the line: address and network come first.
      const { address, ...rest } = from;
      const line = { address, network: networkOf(address), ...rest };
      log.warn('way' in from ? { ...line, reason: error.detail } : line, 'sign-in failed');
    }
    throw error;
  }
}
