import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';

/** Who tries to sign in: with a password, or at an identity provider, where the log says why it is refused. */
type Attempt = { address: string } & ({ email: string } | { way: 'oidc' | 'saml' });

/**
 * What `signIn` gives. Where it is refused, that is counted, and the log has a line with the client's address, which
 * programs such as fail2ban read.
 */
export async function tellRefused<T>({ log, counts }: App, from: Attempt, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') {
      counts.failedSignIns += 1;
      // config/fail2ban reads the line: the address comes first.
      log.warn('way' in from ? { ...from, reason: error.detail } : { ...from }, 'sign-in failed');
    }
    throw error;
  }
}
