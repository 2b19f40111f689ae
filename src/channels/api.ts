import type { Attributes } from '../entities/columns.ts';
import { attributes, flag, oneOf, text } from '../fields.ts';
import { IDENTIFIER_PROOFS, identifierProofOf } from '../entities/channel.ts';
import { newToken, newWebhookSecret } from '../secrets.ts';
import { attributes as attributesShape, flag as flagShape, nullable, text as textShape } from '../wire/shape.ts';
import type { Channel } from './channel.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { generatedIds } from './source-ids.ts';

const URL_LENGTH = 2048;
const MAX_HOURS = 24 * 366;

/** The parameter of inboxes in which contacts name themselves. */
export const identifierProof = oneOf(IDENTIFIER_PROOFS).meta({
  description:
    'What an `identifier` without `identifier_hash` counts: it is refused (`required`, as in new inboxes), kept as a claim ' +
    '(`optional`), or believed (`trusted`, in the dialect `chatwoot` only)',
});

/** A channel of the account's own program, which sends and receives its messages through the API. */
export const api: Channel = {
  type: 'api',
  external: false,
  parameters: {
    webhook_url: text(URL_LENGTH).nullable(),
    hmac_mandatory: flag(),
    identifier_proof: identifierProof,
    continuity_via_email: flag(),
    additional_attributes: attributes().test(
      'window',
      `agent_reply_time_window must be a whole number of hours from 1 to ${MAX_HOURS}, or null`,
      (value) => !value || isWindow(value['agent_reply_time_window'] ?? null),
    ),
  },
  initial: {
    settings: {
      hmac_mandatory: false,
      identifier_proof: 'required',
      continuity_via_email: false,
      additional_attributes: {},
    },
    webhookUrl: null,
    replyWindowHours: null,
    address: null,
  },
  addressParameter: null,
  newSecrets: { secret: newWebhookSecret, hmac_token: newToken },

  change(before, { webhook_url: webhookUrl = before.webhookUrl, ...given }) {
    const settings = { ...before.settings, ...given };
    const { agent_reply_time_window: hours } = settings['additional_attributes'] as Attributes;
    return {
      ...before,
      settings,
      webhookUrl: (webhookUrl as string | null) || null,
      replyWindowHours: hours ? Number(hours) : null,
    };
  },

  check({ webhook_url: webhookUrl }, places) {
    if (webhookUrl) checkWebhookUrl('channel.webhook_url', String(webhookUrl), places);
  },

  show(channel) {
    return {
      webhook_url: channel.webhookUrl,
      inbox_identifier: channel.identifier,
      hmac_mandatory: channel.settings['hmac_mandatory'] ?? false,
      identifier_proof: identifierProofOf(channel.settings),
      continuity_via_email: channel.settings['continuity_via_email'] ?? false,
      additional_attributes: channel.settings['additional_attributes'] ?? {},
    };
  },
  showSecrets: () => ({}),
  shown: {
    inbox_identifier: nullable(textShape),
    additional_attributes: attributesShape,
    continuity_via_email: flagShape,
  },
  shownSecrets: {},

  obstacle: () => null,
  sourceIds: () => generatedIds,
  continuesByMail: ({ continuity_via_email: isOn }) => isOn === true,
};

function isWindow(hours: unknown): boolean {
  return hours === null || (Number.isInteger(hours) && Number(hours) >= 1 && Number(hours) <= MAX_HOURS);
}
