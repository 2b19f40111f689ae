import { SECOND } from '../../time.ts';
import { type Check, failed, type Outcome, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

const TIMEOUT_MS = 5 * SECOND;

/** Checks that the public URL is set, leads to a running server, and begins with https. */
export const publicUrlCheck = ({ config, installation: { publicUrl } }: DoctorContext): Check => ({
  name: 'public_url',
  async look() {
    if (!config.server.public_url) {
      return warning(
        `server.public_url is not set: links begin with ${publicUrl}`,
        'set it to the https:// address under which clients reach this server',
      );
    }
    const problem = await problemOf(`${publicUrl}/livez`);
    if (problem !== null) return problem;
    if (!publicUrl.startsWith('https://')) {
      return warning(`${publicUrl} answers, and tokens go over it in the clear`, 'put an HTTPS proxy in front of it');
    }
    return ok(`${publicUrl} answers`);
  },
});

/**
 * What is wrong with the answer from `url`; null = nothing. The address may be private, since the operator has
 * configured it.
 */
async function problemOf(url: string): Promise<Outcome | null> {
  const { got } = await import('got');
  try {
    const { statusCode, body } = await got(url, {
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      timeout: { request: TIMEOUT_MS },
    });
    if (statusCode === 200 && body.includes('"ok"')) return null;
    const advice = 'see that the proxy leads to this server, and that server.public_url is its address';
    return failed(`GET ${url} answered ${statusCode}, not as Parley does`, advice);
  } catch (error) {
    return failed(
      `GET ${url}: ${(error as Error).message}`,
      'start "parley serve", and see that the proxy leads to it',
    );
  }
}
