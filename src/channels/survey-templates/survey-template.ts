import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { ChannelType } from '../../entities/channel.ts';
import type { Attributes } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import type { OutgoingChannel } from '../transport.ts';
import { hasTemplates } from '../whatsapp/message-templates.ts';
import { createAtCloudApi, removeAtCloudApi } from './at-cloud-api.ts';
import { createAtTwilio, removeAtTwilio } from './at-twilio.ts';
import type { NewTemplate } from './new-template.ts';

/** A channel whose provider can be asked. */
type AskedChannel = OutgoingChannel & { type: ChannelType };

/** States in which a template waits for its approval, of Meta and of Twilio. */
const WAITING = ['pending', 'received', 'unsubmitted', 'in_appeal'];
/** A template that the provider no longer has. */
const GONE = 'DELETED';

/** Whether templates for surveys can be made in the channel: at the Cloud API, and for WhatsApp at Twilio. */
export const takesSurveyTemplates = ({ type, settings }: Pick<AskedChannel, 'type' | 'settings'>) =>
  type === 'whatsapp' ? settings['provider'] === 'whatsapp_cloud' : hasTemplates({ type, settings });

/**
 * Makes a template at the provider and submits it for approval. Returns it as inboxes store it, with Chatwoot's names.
 * @throws LoginRefused; AppError `invalid` when the provider refuses, `unavailable` when it may answer later
 */
export async function createSurveyTemplate(
  http: Got,
  urls: Config['channels'],
  channel: AskedChannel,
  wanted: NewTemplate,
): Promise<Attributes> {
  const create = channel.type === 'sms' ? createAtTwilio : createAtCloudApi;
  const template = await create(http, urls, channel, wanted);
  return { ...template, language: wanted.language, message: wanted.message, button_text: wanted.buttonText };
}

/**
 * Removes the template at the provider.
 * @throws as `createSurveyTemplate`; `invalid` also when there is none
 */
export function removeSurveyTemplate(
  http: Got,
  urls: Config['channels'],
  channel: AskedChannel,
  template: Attributes,
): Promise<void> {
  const remove = channel.type === 'sms' ? removeAtTwilio : removeAtCloudApi;
  return remove(http, urls, channel, template);
}

/** The template of an inbox among the templates fetched from its provider; null = the provider has no such template. */
export function findFetched(template: Attributes, fetched: readonly Attributes[]): Attributes | null {
  const sid = textIn(template, 'content_sid');
  const [name, language] = [textIn(template, 'name'), textIn(template, 'language')];
  const own = fetched.find((one) =>
    sid === ''
      ? name !== '' && textIn(one, 'name') === name && ['', textIn(one, 'language')].includes(language)
      : textIn(one, 'content_sid') === sid,
  );
  return own ?? null;
}

/** The template with its present status at the provider; the same object where the status is unchanged. */
export function withStatus(template: Attributes, fetched: readonly Attributes[]): Attributes {
  const own = findFetched(template, fetched);
  // A list that was fetched while the template was made lacks it.
  if (own === null && isWaiting(template)) return template;
  const status = own === null ? GONE : textIn(own, 'status');
  return status === template['status'] ? template : { ...template, status };
}

/** Whether the template waits for the provider's approval. */
export const isWaiting = (template: Attributes) => WAITING.includes(textIn(template, 'status').toLowerCase());
