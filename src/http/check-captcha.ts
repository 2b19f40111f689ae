import { object, boolean } from 'yup';
import type { App } from '../app.ts';
import { invalid } from '../errors.ts';
import { cancelLong, UNPACKED } from '../answer-limits.ts';
import { SECOND } from '../time.ts';

const TIMEOUT_MS = 10 * SECOND;
const verdict = object({ success: boolean().required() });

/**
 * Asks hCaptcha whether the check with this `response` was passed, if the installation requires one. `address` is the
 * IP address of the client. A failed request to hCaptcha counts as not passed, and is logged.
 * @throws AppError `invalid`, "Invalid Captcha"
 */
export async function checkCaptcha(
  { config, log }: Pick<App, 'config' | 'log'>,
  response: string | null | undefined,
  address: string,
): Promise<void> {
  const { hcaptcha_secret: secret, hcaptcha_url: url } = config.signup;
  if (secret === '') return;
  if (response && (await isPassed(log, url, { secret, response, remoteip: address }))) return;
  throw invalid('Invalid Captcha', 'h_captcha_client_response must be that of a check just passed; try it again', [
    'h_captcha_client_response',
  ]);
}

async function isPassed(log: App['log'], url: string, form: Record<string, string>): Promise<boolean> {
  const { got } = await import('got');
  try {
    const answer: unknown = await got
      .extend({ ...UNPACKED, handlers: [cancelLong] })
      .post(url, { form, timeout: { request: TIMEOUT_MS }, retry: { limit: 0 }, followRedirect: false })
      .json();
    return verdict.validateSync(answer, { strict: true }).success;
  } catch (error) {
    log.warn({ url, error: (error as Error).message }, 'a captcha cannot be verified');
    return false;
  }
}
