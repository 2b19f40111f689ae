import { ok, type Outcome, warning } from '../../checks.ts';
import { addressCheck } from '../checking/address-check.ts';
import { afterAsking } from '../checking/after-asking.ts';
import { callbackOutcome, SAVE_AGAIN } from '../checking/callback-outcome.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { textAt } from '../receiving/json-parts.ts';
import { callTelegram } from './call.ts';

const TOKEN = 'put in the token that BotFather shows for the bot: channel.bot_token';

/** Asks the Bot API who the bot is, and where it tells what the bot receives. */
export const telegramChecks: ChannelChecks = (means) => [
  addressCheck(means, 'Telegram', 'https'),
  { name: 'login', look: () => afterAsking(() => loginOutcome(means), TOKEN) },
  { name: 'webhook', look: () => afterAsking(() => webhookOutcome(means), TOKEN) },
];

async function loginOutcome(means: CheckMeans): Promise<Outcome> {
  const bot = await callTelegram(means, 'getMe', {});
  return ok(`the token is that of @${textAt(bot, 'username')}`);
}

async function webhookOutcome(means: CheckMeans): Promise<Outcome> {
  const webhook = await callTelegram(means, 'getWebhookInfo', {});
  const outcome = callbackOutcome('Telegram', textAt(webhook, 'url'), means.callbackUrl, SAVE_AGAIN);
  const waiting = Number(textAt(webhook, 'pending_update_count'));
  const said = textAt(webhook, 'last_error_message');
  if (outcome.status !== 'ok' || waiting === 0 || said === '') return outcome;
  return warning(
    `${waiting} updates wait at Telegram, which has got an error here: ${said}`,
    'see that server.public_url leads to this server, and what the log says of /webhooks/telegram',
  );
}
