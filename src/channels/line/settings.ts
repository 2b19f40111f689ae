import { requiredText } from '../../fields.ts';
import { nullable, text as textShape } from '../../wire/shape.ts';
import { GOOD_LOGIN, loginShown, showLogin } from '../login.ts';
import type { Channel } from '../channel.ts';
import { latest, masked, secretText } from '../parameters.ts';
import { assignedIds } from '../source-ids.ts';

const TOKEN_LENGTH = 1000;

/** A LINE official account. */
export const line: Channel = {
  type: 'line',
  external: true,
  isRegistered: true,
  marksRead: true,
  parameters: {
    line_channel_id: requiredText(),
    line_channel_secret: secretText().nullable(),
    line_channel_token: secretText(TOKEN_LENGTH).nullable(),
  },
  initial: { settings: { line_channel_id: '' }, webhookUrl: null, replyWindowHours: null, address: null },
  addressParameter: 'line_channel_id',
  newSecrets: {},

  change(before, given) {
    const id = latest(given['line_channel_id'], before.settings['line_channel_id']) as string;
    return {
      ...before,
      settings: { ...before.settings, ...GOOD_LOGIN, line_channel_id: id },
      address: id,
      secrets: {
        line_channel_secret: latest(given['line_channel_secret'], before.secrets['line_channel_secret']),
        line_channel_token: latest(given['line_channel_token'], before.secrets['line_channel_token']),
      },
    };
  },
  check() {},

  show: ({ settings, identifier }, publicUrl) => ({
    line_channel_id: settings['line_channel_id'] ?? null,
    webhook_error: settings['webhook_error'] ?? null,
    ...showLogin(settings),
    callback_webhook_url: `${publicUrl}/webhooks/line/${identifier}`,
  }),
  showSecrets: (_, secrets) => ({
    line_channel_secret: masked(secrets['line_channel_secret']),
    line_channel_token: masked(secrets['line_channel_token']),
  }),
  shown: { line_channel_id: nullable(textShape), webhook_error: nullable(textShape), ...loginShown },
  shownSecrets: { line_channel_secret: nullable(textShape), line_channel_token: nullable(textShape) },

  obstacle: (_, secrets) =>
    secrets['line_channel_token'] ? null : 'the inbox has no line_channel_token, without which LINE takes no messages',
  sourceIds: () => assignedIds,
};
