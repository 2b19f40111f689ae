import { array, attributes, flag, oneOf, requiredText, text } from '../fields.ts';
import { identifierProofOf } from '../entities/channel.ts';
import { newToken } from '../secrets.ts';
import { attributes as attributesShape, flag as flagShape, text as textShape } from '../wire/shape.ts';
import { isSite, sitesIn } from './allowed-domains.ts';
import type { Channel } from './channel.ts';
import { preChatProblem } from './pre-chat-form.ts';
import { identifierProof } from './api.ts';
import { generatedIds } from './source-ids.ts';

const URL_LENGTH = 2048;
const DOMAINS_LENGTH = 20_000;
const HEX_COLOR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const REPLY_TIMES = ['in_a_few_minutes', 'in_a_few_hours', 'in_a_day'] as const;
const FEATURES = [
  'attachments',
  'emoji_picker',
  'end_conversation',
  'use_inbox_avatar_for_bot',
  'allow_mobile_webview',
] as const;

/** A chat window on the account's own website. */
export const webWidget: Channel = {
  type: 'web_widget',
  external: false,
  parameters: {
    website_url: requiredText(URL_LENGTH),
    welcome_title: text().nullable(),
    welcome_tagline: text().nullable(),
    widget_color: text().matches(HEX_COLOR, 'must be a colour in hex, for example #1f93ff'),
    reply_time: oneOf(REPLY_TIMES),
    pre_chat_form_enabled: flag(),
    pre_chat_form_options: attributes().test('form', (value, context) => {
      const problem = value ? preChatProblem(value) : null;
      return problem === null || context.createError({ message: `is wrong: ${problem}` });
    }),
    continuity_via_email: flag(),
    hmac_mandatory: flag(),
    identifier_proof: identifierProof,
    allowed_domains: text(DOMAINS_LENGTH)
      .nullable()
      .test('sites', (value, context) => {
        const wrong = sitesIn(value ?? '').find((site) => !isSite(site));
        return wrong === undefined || context.createError({ message: `names ${wrong}, which is no host` });
      })
      .meta({ description: 'The sites that may show the widget, with commas: `shop.example.com, *.example.org`' }),
    selected_feature_flags: array(oneOf(FEATURES).required()).typeError('must be a list'),
  },
  initial: {
    settings: {
      website_url: '',
      welcome_title: null,
      welcome_tagline: null,
      widget_color: '#1f93ff',
      reply_time: 'in_a_few_minutes',
      pre_chat_form_enabled: false,
      pre_chat_form_options: {},
      continuity_via_email: true,
      hmac_mandatory: false,
      identifier_proof: 'required',
      allowed_domains: '',
      selected_feature_flags: ['attachments', 'emoji_picker', 'end_conversation'],
    },
    webhookUrl: null,
    replyWindowHours: null,
    address: null,
  },
  addressParameter: null,
  newSecrets: { hmac_token: newToken },

  change: (before, given) => ({ ...before, settings: { ...before.settings, ...given } }),
  check() {},

  show({ settings, identifier }, publicUrl) {
    return {
      website_url: settings['website_url'] ?? null,
      website_token: identifier,
      web_widget_script: script(publicUrl, identifier),
      welcome_title: settings['welcome_title'] ?? null,
      welcome_tagline: settings['welcome_tagline'] ?? null,
      widget_color: settings['widget_color'] ?? null,
      reply_time: settings['reply_time'] ?? null,
      pre_chat_form_enabled: settings['pre_chat_form_enabled'] ?? false,
      pre_chat_form_options: settings['pre_chat_form_options'] ?? {},
      continuity_via_email: settings['continuity_via_email'] ?? true,
      hmac_mandatory: settings['hmac_mandatory'] ?? false,
      identifier_proof: identifierProofOf(settings),
      allowed_domains: settings['allowed_domains'] ?? '',
      selected_feature_flags: settings['selected_feature_flags'] ?? [],
    };
  },
  showSecrets: () => ({}),
  shown: {
    website_token: textShape,
    web_widget_script: textShape,
    pre_chat_form_enabled: flagShape,
    pre_chat_form_options: attributesShape,
    continuity_via_email: flagShape,
  },
  shownSecrets: {},

  obstacle: () => null,
  sourceIds: () => generatedIds,
  continuesByMail: ({ continuity_via_email: isOn = true }) => isOn === true,
};

/** The script that the owner of the website puts on its pages. */
function script(publicUrl: string, token: string): string {
  const loader = `${publicUrl}/packs/js/sdk.js`;
  const settings = JSON.stringify({ websiteToken: token, baseUrl: publicUrl });
  return `<script src="${loader}" async onload='window.chatwootSDK.run(${settings})'></script>`;
}
