import { newToken } from '../../secrets.ts';
import { nullable, text } from '../../wire/shape.ts';
import { GOOD_LOGIN, loginShown, showLogin } from '../login.ts';
import { masked, secretText } from '../parameters.ts';
import type { Channel } from '../channel.ts';
import { assignedIds } from '../source-ids.ts';

/** The token that Telegram's BotFather issues: the bot's number, a colon and a secret. */
const BOT_TOKEN = /^\d{3,20}:[\w-]{20,100}$/;

/** A Telegram bot. */
export const telegram: Channel = {
  type: 'telegram',
  external: true,
  isRegistered: true,
  parameters: {
    bot_token: secretText().required("can't be blank").matches(BOT_TOKEN, {
      message: 'must be the token that BotFather gave, for example 123456789:AAF...',
      excludeEmptyString: true,
    }),
  },
  initial: { settings: { bot_name: null }, webhookUrl: null, replyWindowHours: null, address: null },
  addressParameter: 'bot_token',
  newSecrets: { webhook_secret: newToken },

  change(before, { bot_token: given }) {
    const token = (given ?? before.secrets['bot_token']) as string;
    const [botId = ''] = token.split(':');
    return {
      ...before,
      settings: { ...before.settings, ...GOOD_LOGIN },
      address: botId,
      secrets: { bot_token: token, webhook_secret: before.secrets['webhook_secret'] ?? newToken() },
    };
  },
  check() {},

  show: ({ settings, identifier }, publicUrl) => ({
    bot_name: settings['bot_name'] ?? null,
    webhook_error: settings['webhook_error'] ?? null,
    ...showLogin(settings),
    callback_webhook_url: `${publicUrl}/webhooks/telegram/${identifier}`,
  }),
  showSecrets: (_, secrets) => ({ bot_token: masked(secrets['bot_token']) }),
  shown: { bot_name: nullable(text), webhook_error: nullable(text), ...loginShown },
  shownSecrets: { bot_token: nullable(text) },

  obstacle: (_, secrets) => (secrets['bot_token'] ? null : 'the inbox has no bot_token'),
  sourceIds: () => assignedIds,
};
