import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';
import { textIn } from '../render-text.ts';
import type { OutgoingChannel } from '../transport.ts';
import { askHost } from '../whatsapp/ask-host.ts';
import { CLOUD_API_NAME, configIn, graphAt, objectIn } from '../whatsapp/hosts.ts';
import { EXAMPLE, type NewTemplate } from './new-template.ts';

const TEXT_LENGTH = 500;

/** Makes the template at the Cloud API; Meta approves it within minutes to a day. @throws as `askHost` */
export async function createAtCloudApi(
  http: Got,
  urls: Config['channels'],
  { secrets }: Pick<OutgoingChannel, 'secrets'>,
  { name, message, buttonText, language, url }: NewTemplate,
): Promise<Attributes> {
  const button = { type: 'URL', text: buttonText, url, example: [EXAMPLE] };
  const json = {
    name,
    language,
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: message },
      { type: 'BUTTONS', buttons: [button] },
    ],
  };
  const made = await askHost(
    http,
    CLOUD_API_NAME,
    templatesAt(urls, secrets),
    { method: 'POST', json },
    refusalWith(configIn(secrets, 'api_key')),
  );
  return { name, template_id: textIn(made, 'id'), status: textIn(made, 'status') || 'PENDING' };
}

/** Removes the template in its language, where its id is known, else in all languages. @throws as `askHost` */
export async function removeAtCloudApi(
  http: Got,
  urls: Config['channels'],
  { secrets }: Pick<OutgoingChannel, 'secrets'>,
  template: Attributes,
): Promise<void> {
  const id = textIn(template, 'template_id');
  const searchParams = { name: textIn(template, 'name'), ...(id !== '' && { hsm_id: id }) };
  await askHost(http, CLOUD_API_NAME, templatesAt(urls, secrets), { method: 'DELETE', searchParams });
}

function templatesAt(urls: Config['channels'], secrets: Attributes) {
  const { url, headers } = graphAt(urls, { secrets }, 'business_account_id');
  return { url: `${url}/message_templates`, headers };
}

/** The refusal in Meta's words for people, without the key, and with its codes as Chatwoot gives them. */
const refusalWith = (key: string) => (body: Attributes) => {
  const error = objectIn(body['error']);
  const said = textIn(error, 'error_user_msg') || textIn(error, 'message') || 'WhatsApp refused the template';
  const codes = {
    code: error['code'],
    subcode: error['error_subcode'],
    type: error['type'],
    title: error['error_user_title'],
  };
  const details = Object.fromEntries(Object.entries(codes).filter(([, value]) => value !== undefined)) as Attributes;
  return new AppError('invalid', storable(key === '' ? said : said.replaceAll(key, '***'), TEXT_LENGTH), { details });
};
