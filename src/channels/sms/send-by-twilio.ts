import type { Attributes } from '../../entities/columns.ts';
import { acceptance, askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import { textIn } from '../render-text.ts';
import type { Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';
import { textParts } from './text-parts.ts';

const TEXT_LENGTH = 1600;
const MOST_FILES = 10;
/** Of all files of a message. */
const MESSAGE_BYTES = 5_000_000;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif'];
const FILE_BYTES = 500_000;

/** Sends text messages, with files as MMS: https://www.twilio.com/docs/messaging/api/message-resource. */
export const twilioTransport: Transport = {
  provider: 'Twilio',
  isRepeatable: false,

  partsOf: (message) => textParts(message, TEXT_LENGTH, takenOf(message.files), partOf),
};

/** The files that fit into one message, in their order. */
function takenOf(files: readonly OutgoingFile[]): OutgoingFile[] {
  const taken: OutgoingFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const fits = bytes + file.size <= MESSAGE_BYTES && taken.length < MOST_FILES;
    if (!fits || (!PICTURES.includes(file.contentType) && file.size > FILE_BYTES)) continue;
    taken.push(file);
    bytes += file.size;
  }
  return taken;
}

function partOf({ to }: OutgoingMessage, text: string, files: readonly OutgoingFile[]): Part {
  return ({ http, urls, channel, publicUrl }) => {
    const config = (channel.secrets['provider_config'] ?? {}) as Attributes;
    const sid = String(config['account_sid']);
    const form = new URLSearchParams({ To: to, From: String(channel.settings['phone_number']) });
    if (text !== '') form.set('Body', text);
    // Twilio refuses addresses that it cannot reach.
    if (publicUrl.startsWith('https://')) form.set('StatusCallback', `${publicUrl}/twilio/delivery_status`);
    for (const { url } of files) form.append('MediaUrl', url);
    const credentials = Buffer.from(`${sid}:${String(config['auth_token'])}`).toString('base64');
    const headers = {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const url = `${urls.twilio_url}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
    return askProvider(http, url, { headers, body: form.toString() }, read);
  };
}

function read({ status, body }: ProviderAnswer): Outcome {
  if (isSuccess(status)) return acceptance('Twilio', status, textIn(body, 'sid'));
  const code = textIn(body, 'code');
  const said = textIn(body, 'message') || 'without a reason';
  return refusal(status, `Twilio answered ${status}: ${said}${code === '' ? '' : ` (${code})`}`);
}
