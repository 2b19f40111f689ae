import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import { mayPass } from '../../outbound.ts';
import { LoginRefused, UNAUTHORIZED } from '../login.ts';
import { SECOND } from '../../time.ts';
import { objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';

const TIMEOUT_MS = 15 * SECOND;
/** The status for tokens that belong to no bot; a token that was taken back has 401. */
export const UNKNOWN_BOT = 404;

/**
 * Calls a method of the Bot API that sends nothing, and returns its result.
 * @throws LoginRefused when Telegram refuses the token; AppError `invalid` when it refuses the request, `unavailable` when it may answer later
 */
export async function callTelegram(
  { http, urls, channel }: ReceivingMeans,
  method: string,
  json: Attributes,
): Promise<Attributes> {
  const token = String(channel.secrets['bot_token']);
  const url = `${urls.telegram_url}/bot${token}/${method}`;
  const { statusCode, body } = await http
    .post(url, { json, timeout: { request: TIMEOUT_MS }, responseType: 'text' })
    .catch((error: Error) => {
      // Errors of the connection may name the address.
      throw unavailable(error.message.replaceAll(token, '...'));
    });
  const answer = answerIn(body);
  if (answer['ok'] === true) return objectAt(answer, 'result');
  const reason = `Telegram answered ${statusCode}: ${textAt(answer, 'description') || 'without a reason'}`;
  if ([UNKNOWN_BOT, UNAUTHORIZED].includes(statusCode)) throw new LoginRefused('Telegram refused', reason);
  throw mayPass(statusCode) ? unavailable(reason) : invalid('Telegram refused', reason);
}

const unavailable = (detail: string) => new AppError('unavailable', 'Telegram is unavailable', { detail });

function answerIn(body: string): Attributes {
  try {
    return objectIn(body);
  } catch {
    return {};
  }
}
