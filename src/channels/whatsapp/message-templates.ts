import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { ChannelType } from '../../entities/channel.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Secrets } from '../channel.ts';
import { findChannel } from '../find-channel.ts';
import { contentTemplateOf } from '../sms/content-template.ts';
import { fetchContentTemplates } from '../sms/fetch-content-templates.ts';
import { mediumOf } from '../sms/twilio-addresses.ts';
import type { OutgoingChannel } from '../transport.ts';
import { fetchTemplates } from './fetch-templates.ts';
import { chooseTemplate, templateOf } from './template.ts';

/** What is known of a channel. */
type Known = { type: ChannelType; settings: Attributes };

/** Whether messages to contacts of the channel can be made of templates, which its provider has approved. */
export const hasTemplates = ({ type, settings }: Known) =>
  type === 'whatsapp' || (type === 'sms' && mediumOf(settings) === 'whatsapp');

/**
 * Why the channel cannot send the template that `template_params` name; null = nothing is known against it.
 */
export function templateProblem(
  { type, messageTemplates: known }: Known & { messageTemplates: readonly Attributes[] | null },
  params: Attributes,
): string | null {
  const template = type === 'sms' ? contentTemplateOf(params, known) : chooseTemplate(params, known);
  if (typeof template === 'string') return template;
  const made = 'language' in template ? templateOf(template, params, null) : null;
  return typeof made === 'string' ? made : null;
}

/** Whether the templates of the channel can be fetched. */
export const isReadyForTemplates = (channel: Known, secrets: Secrets) =>
  hasTemplates(channel) && findChannel(channel.type).obstacle(channel, secrets, false) === null;

/**
 * The message templates of the channel, from its provider.
 * @throws LoginRefused; AppError `invalid` when the provider refuses, `unavailable` when it may answer later
 */
export function fetchMessageTemplates(
  http: Got,
  urls: Config['channels'],
  channel: OutgoingChannel & { type: ChannelType },
): Promise<Attributes[]> {
  return channel.type === 'sms' ? fetchContentTemplates(http, urls, channel) : fetchTemplates(http, urls, channel);
}
