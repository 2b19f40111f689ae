import { toWhatsapp } from '../../markdown/to-whatsapp.ts';
import { acceptance, askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import { renderTextWithLinks, textIn } from '../render-text.ts';
import { withSharedAsText } from '../shared-things.ts';
import { splitText } from '../split-text.ts';
import type { Means, Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';
import { accountUrl, twilioReason } from './ask-twilio.ts';
import { contentTemplateOf } from './content-template.ts';
import { STATUS_PATH } from './register-at-twilio.ts';
import { textParts } from './text-parts.ts';
import { addressOf, mediumOf, WHATSAPP } from './twilio-addresses.ts';
import { isTwilioLogin, twilioLogin } from './twilio-login.ts';
import { wordsOf } from './code-words.ts';

const TEXT_LENGTH = 1600;
const MOST_FILES = 10;
/** Of all files of a text message. */
const MESSAGE_BYTES = 5_000_000;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif'];
const FILE_BYTES = 500_000;
/** Limits for each file of a WhatsApp message. */
const WHATSAPP_BYTES = 16_000_000;
const WHATSAPP_PICTURE_BYTES = 5_000_000;
const CAPTION_LENGTH = 1024;
/** The sender exceeded WhatsApp's limit of messages per second. */
const RATE_CODE = '63018';

/**
 * Sends text messages, with files as MMS, and messages of WhatsApp:
 * https://www.twilio.com/docs/messaging/api/message-resource.
 */
export const twilioTransport: Transport = {
  provider: 'Twilio',
  isRepeatable: false,

  partsOf(message) {
    if (message.template) return [templatePart(message, message.template)];
    if (message.to.startsWith(WHATSAPP)) return whatsappParts(message);
    return textParts(message, TEXT_LENGTH, takenOf(message.files), partOf);
  },
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

/** Each file by itself, the first with the text if WhatsApp shows it there; those that are too large as links. */
function whatsappParts(message: OutgoingMessage): Part[] {
  const files = message.files.filter(isTaken);
  const linked = message.files.filter((file) => !isTaken(file));
  const written = withSharedAsText({ ...message, content: message.content && toWhatsapp(message.content) });
  const text = renderTextWithLinks(written, linked);
  const [first] = files;
  const isCaption = first && /^(image|video)\//.test(first.contentType) && text.length <= CAPTION_LENGTH;
  const texts = isCaption ? [] : splitText(text, TEXT_LENGTH).map((piece) => partOf(message, piece, []));
  return [...texts, ...files.map((file, index) => partOf(message, isCaption && index === 0 ? text : '', [file]))];
}

const isTaken = ({ contentType, size }: OutgoingFile) =>
  size <= (contentType.startsWith('image/') ? WHATSAPP_PICTURE_BYTES : WHATSAPP_BYTES);

function partOf({ to }: OutgoingMessage, text: string, files: readonly OutgoingFile[]): Part {
  return (means) => {
    const form = newForm(means, to);
    if (text !== '') form.set('Body', text);
    for (const { url } of files) form.append('MediaUrl', url);
    return post(means, form);
  };
}

function templatePart({ to }: OutgoingMessage, params: NonNullable<OutgoingMessage['template']>): Part {
  return async (means) => {
    const template = contentTemplateOf(params, means.channel.templates ?? null);
    if (typeof template === 'string') return { is: 'refused', reason: template };
    const form = newForm(means, to);
    form.set('ContentSid', template.sid);
    const hasVariables = Object.keys(template.variables).length > 0;
    if (hasVariables) form.set('ContentVariables', JSON.stringify(template.variables));
    return post(means, form);
  };
}

/** A message without its content. */
function newForm({ channel: { settings }, publicUrl }: Means, to: string): URLSearchParams {
  const form = new URLSearchParams({ To: to });
  const service = settings['messaging_service_sid'];
  if (typeof service === 'string') form.set('MessagingServiceSid', service);
  else form.set('From', addressOf(mediumOf(settings), String(settings['phone_number'])));
  // Twilio refuses addresses that it cannot reach.
  if (publicUrl.startsWith('https://')) form.set('StatusCallback', `${publicUrl}${STATUS_PATH}`);
  return form;
}

function post({ http, urls, channel }: Means, form: URLSearchParams): Promise<Outcome> {
  const headers = { authorization: twilioLogin(channel.secrets), 'content-type': 'application/x-www-form-urlencoded' };
  return askProvider(http, `${accountUrl(urls, channel)}/Messages.json`, { headers, body: form.toString() }, read);
}

function read({ status, body }: ProviderAnswer): Outcome {
  if (isSuccess(status)) return acceptance('Twilio', status, textIn(body, 'sid'));
  const code = textIn(body, 'code');
  const said = wordsOf(code) ?? (textIn(body, 'message') || 'without a reason');
  const reason = twilioReason(status, said, code);
  if (isTwilioLogin(status, code)) return { is: 'refused', reason, because: 'login' };
  return code === RATE_CODE ? { is: 'later', reason, afterMs: null } : refusal(status, reason);
}
