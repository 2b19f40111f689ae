import type { Attributes } from '../../entities/columns.ts';
import { acceptance, askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import { textIn } from '../render-text.ts';
import type { Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';
import { textParts } from './text-parts.ts';

const TEXT_LENGTH = 2048;
/** Bytes that carriers take. */
const FILE_BYTES = 3_750_000;

/** Sends text messages, with files as MMS: https://dev.bandwidth.com/apis/messaging-apis/messaging. */
export const bandwidthTransport: Transport = {
  provider: 'Bandwidth',
  isRepeatable: false,

  partsOf: (message) =>
    textParts(
      message,
      TEXT_LENGTH,
      message.files.filter(({ size }) => size <= FILE_BYTES),
      partOf,
    ),
};

/** The tag comes back with the delivery status. Only a single part has the message's id: a part's status says nothing about others. */
function partOf({ id, to }: OutgoingMessage, text: string, files: readonly OutgoingFile[], isOnly: boolean): Part {
  return ({ http, urls, channel }) => {
    const config = (channel.secrets['provider_config'] ?? {}) as Attributes;
    const credentials = Buffer.from(`${String(config['api_key'])}:${String(config['api_secret'])}`).toString('base64');
    const json = {
      applicationId: config['application_id'],
      to: [to],
      from: channel.settings['phone_number'],
      ...(text !== '' && { text }),
      ...(files.length > 0 && { media: files.map(({ url }) => url) }),
      tag: isOnly ? String(id) : `part of ${id}`,
    };
    const url = `${urls.bandwidth_url}/api/v2/users/${encodeURIComponent(String(config['account_id']))}/messages`;
    return askProvider(http, url, { headers: { authorization: `Basic ${credentials}` }, json }, read);
  };
}

function read({ status, body }: ProviderAnswer): Outcome {
  if (isSuccess(status)) return acceptance('Bandwidth', status, textIn(body, 'id'));
  const [type, said] = [textIn(body, 'type'), textIn(body, 'description') || 'without a reason'];
  return refusal(status, `Bandwidth answered ${status}: ${said}${type === '' ? '' : ` (${type})`}`);
}
