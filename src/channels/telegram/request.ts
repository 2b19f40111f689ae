import type { Attributes } from '../../entities/columns.ts';
import { SECOND } from '../../time.ts';
import { askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import type { Means, Outcome, OutgoingMessage } from '../transport.ts';
import { UNKNOWN_BOT } from './call.ts';

export type Options = Parameters<typeof askProvider>[2];

/** Calls a method that sends something. */
export async function sendBy(means: Means, method: string, options: Options): Promise<Outcome> {
  const token = String(means.channel.secrets['bot_token']);
  const outcome = await askProvider(means.http, `${means.urls.telegram_url}/bot${token}/${method}`, options, read);
  // Errors of the connection may name the address.
  return 'reason' in outcome ? { ...outcome, reason: outcome.reason.replaceAll(token, '...') } : outcome;
}

function read({ status, body }: ProviderAnswer): Outcome {
  const { ok, result, description, parameters } = body;
  if (isSuccess(status) && ok === true) return { is: 'accepted', id: idOf(result as Attributes) };
  const reason = `Telegram answered ${status}: ${typeof description === 'string' ? description : 'without a reason'}`;
  if (isSuccess(status)) return { is: 'doubtful', reason };
  const pause = Number((parameters as Attributes | undefined)?.['retry_after']);
  if (pause > 0) return { is: 'later', reason, afterMs: pause * SECOND };
  if (status === UNKNOWN_BOT) return { is: 'refused', reason, because: 'login' };
  return refusal(status, reason);
}

function idOf(result: Attributes): string | null {
  const { message_id: id } = result;
  return typeof id === 'number' ? String(id) : null;
}

/** The recipient of a message, and the answered message. */
export function target({ to, answers }: OutgoingMessage): Attributes {
  const isNumber = answers !== null && /^\d+$/.test(answers);
  // The message that is answered may have been deleted in Telegram.
  const reply = isNumber && { reply_parameters: { message_id: Number(answers), allow_sending_without_reply: true } };
  return { chat_id: to, ...reply };
}
