import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { textAt } from '../receiving/json-parts.ts';
import { textIn } from '../render-text.ts';
import { askTwilio } from '../sms/ask-twilio.ts';
import type { OutgoingChannel } from '../transport.ts';
import { EXAMPLE, type NewTemplate } from './new-template.ts';

/** Makes a content template at Twilio and submits it to WhatsApp; a template that is not taken is removed. @throws as `askTwilio` */
export async function createAtTwilio(
  http: Got,
  urls: Config['channels'],
  channel: Pick<OutgoingChannel, 'secrets'>,
  { name, message, buttonText, language, url }: NewTemplate,
): Promise<Attributes> {
  const action = { type: 'URL', title: buttonText, url };
  const json = {
    friendly_name: name,
    language,
    variables: { '1': EXAMPLE },
    types: { 'twilio/call-to-action': { body: message, actions: [action] } },
  };
  const sid = textAt(await askTwilio(http, channel, 'POST', `${urls.twilio_content_url}/v1/Content`, { json }), 'sid');
  const made = { friendly_name: name, content_sid: sid };
  try {
    const approval = { name, category: 'UTILITY' };
    const where = `${contentUrl(urls, sid)}/ApprovalRequests/whatsapp`;
    const submitted = await askTwilio(http, channel, 'POST', where, { json: approval });
    return { ...made, status: textAt(submitted, 'status') || 'received' };
  } catch (error) {
    // A template without an approval is of no use; the first refusal is the one to tell.
    await removeAtTwilio(http, urls, channel, made).catch(() => undefined);
    throw error;
  }
}

/** @throws as `askTwilio` */
export async function removeAtTwilio(
  http: Got,
  urls: Config['channels'],
  channel: Pick<OutgoingChannel, 'secrets'>,
  template: Attributes,
): Promise<void> {
  await askTwilio(http, channel, 'DELETE', contentUrl(urls, textIn(template, 'content_sid')));
}

const contentUrl = ({ twilio_content_url: base }: Config['channels'], sid: string) =>
  `${base}/v1/Content/${encodeURIComponent(sid)}`;
