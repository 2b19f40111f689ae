import type { Got, Method } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import { storableReason } from '../../fields/storable.ts';
import { mayPass } from '../../outbound.ts';
import { SECOND } from '../../time.ts';
import { isSuccess } from '../ask-provider.ts';
import { LoginRefused } from '../login.ts';
import { objectIn, textAt } from '../receiving/json-parts.ts';
import type { OutgoingChannel } from '../transport.ts';
import { isTwilioLogin, smsConfig, twilioLogin } from './twilio-login.ts';

const TIMEOUT_MS = 15 * SECOND;

/**
 * Asks Twilio for something that is no message: `sent` is what is changed there.
 * @throws LoginRefused when it refuses the login; AppError `invalid` when it refuses the request, `unavailable` when it may
 *   answer later
 */
export async function askTwilio(
  http: Got,
  { secrets }: Pick<OutgoingChannel, 'secrets'>,
  method: Method,
  url: string,
  sent?: { form: Record<string, string> } | { json: Attributes },
): Promise<Attributes> {
  const headers = { authorization: twilioLogin(secrets) };
  const options = { method, headers, ...sent, timeout: { request: TIMEOUT_MS } };
  const { statusCode, body } = await http(url, { ...options, responseType: 'text' }).catch(
    (error: Error & { code?: string }) => {
      throw unavailable(`${new URL(url).host} cannot be reached (${error.code ?? error.message})`);
    },
  );
  const answer = answerIn(body);
  if (isSuccess(statusCode)) return answer;
  const [code, said] = [textAt(answer, 'code'), textAt(answer, 'message') || 'without a reason'];
  const reason = storableReason(twilioReason(statusCode, said, code));
  if (isTwilioLogin(statusCode, code)) throw new LoginRefused('Twilio refused', reason);
  throw mayPass(statusCode) ? unavailable(reason) : invalid('Twilio refused', reason);
}

/** Where the API has the account of the channel. */
export function accountUrl(
  urls: Pick<Config['channels'], 'twilio_url'>,
  { secrets }: Pick<OutgoingChannel, 'secrets'>,
) {
  return `${urls.twilio_url}/2010-04-01/Accounts/${encodeURIComponent(String(smsConfig(secrets)['account_sid']))}`;
}

/** What Twilio answers when it refuses; `code` '' = it has none. */
export const twilioReason = (status: number, said: string, code: string) =>
  `Twilio answered ${status}: ${said}${code === '' ? '' : ` (${code})`}`;

const unavailable = (detail: string) => new AppError('unavailable', 'Twilio is unavailable', { detail });

function answerIn(body: string): Attributes {
  try {
    return objectIn(body);
  } catch {
    return {};
  }
}
