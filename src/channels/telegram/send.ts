import { openAsBlob } from 'node:fs';
import type { Attributes } from '../../entities/columns.ts';
import { SECOND } from '../../time.ts';
import { askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import { itemsOf, renderText, textIn } from '../render-text.ts';
import { splitText } from '../split-text.ts';
import type { Means, Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';

const TEXT_LENGTH = 4096;
const CAPTION_LENGTH = 1024;
/** Bytes of what Telegram gives back when a button is pressed. */
const CALLBACK_BYTES = 64;
const PHOTO_BYTES = 10_000_000;

/** The method and the field for a file of each type; what Telegram does not show as one is sent as a document. */
const METHODS = {
  image: ['sendPhoto', 'photo'],
  audio: ['sendAudio', 'audio'],
  video: ['sendVideo', 'video'],
  file: ['sendDocument', 'document'],
} as const;
/** The pictures that `sendPhoto` takes. */
const PHOTOS = ['image/jpeg', 'image/png', 'image/webp'];

/** Sends with the Bot API: https://core.telegram.org/bots/api. It has nothing that keeps a repetition from arriving twice. */
export const telegramTransport: Transport = {
  provider: 'Telegram',
  isRepeatable: false,

  partsOf(message) {
    const text = renderText(message);
    const [first] = message.files;
    if (first && text.length > 0 && text.length <= CAPTION_LENGTH && message.contentType === 'text') {
      return message.files.map((file, index) => fileOf(message, file, index === 0 ? text : ''));
    }
    const pieces = splitText(text, TEXT_LENGTH);
    return [
      ...pieces.map((piece, index) => textOf(message, piece, { isLast: index === pieces.length - 1 })),
      ...message.files.map((file) => fileOf(message, file, '')),
    ];
  },
};

function textOf(message: OutgoingMessage, text: string, { isLast }: { isLast: boolean }): Part {
  const keyboard = isLast ? keyboardOf(message) : null;
  const json = { ...target(message), text, ...(keyboard && { reply_markup: keyboard }) };
  return (means) => call(means, 'sendMessage', { json });
}

function fileOf(message: OutgoingMessage, file: OutgoingFile, caption: string): Part {
  const isPhoto = file.size <= PHOTO_BYTES && PHOTOS.includes(file.contentType);
  const [method, field] = METHODS[file.fileType === 'image' && !isPhoto ? 'file' : file.fileType];
  return async (means) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(target(message))) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    if (caption !== '') form.set('caption', caption);
    const blob = await openAsBlob(file.path, { type: file.contentType }).catch(() => null);
    if (!blob) return { is: 'refused', reason: `the file ${file.name} cannot be read` };
    form.set(field, blob, file.name);
    return call(means, method, { body: form });
  };
}

function target({ to, answers }: OutgoingMessage): Attributes {
  const isNumber = answers !== null && /^\d+$/.test(answers);
  // The message that is answered may have been deleted in Telegram.
  const reply = isNumber && { reply_parameters: { message_id: Number(answers), allow_sending_without_reply: true } };
  return { chat_id: to, ...reply };
}

/** A button a row for each choice. */
function keyboardOf({ contentType, contentAttributes }: OutgoingMessage): Attributes | null {
  if (contentType !== 'input_select') return null;
  const rows = itemsOf(contentAttributes).map((item) => {
    const value = textIn(item, 'value') || textIn(item, 'title');
    return [{ text: textIn(item, 'title'), callback_data: shortened(value) }];
  });
  return rows.length === 0 ? null : { inline_keyboard: rows };
}

/** As much of the text as fits into `CALLBACK_BYTES`. */
function shortened(value: string): string {
  let short = value;
  while (Buffer.byteLength(short) > CALLBACK_BYTES) short = [...short].slice(0, -1).join('');
  return short;
}

async function call(means: Means, method: string, options: Parameters<typeof askProvider>[2]): Promise<Outcome> {
  const token = String(means.channel.secrets['bot_token']);
  const outcome = await askProvider(means.http, `${means.urls.telegram_url}/bot${token}/${method}`, options, read);
  // Errors of the connection may name the address.
  return 'reason' in outcome ? { ...outcome, reason: outcome.reason.replaceAll(token, '...') } : outcome;
}

function read({ status, body }: ProviderAnswer): Outcome {
  const { ok, result, description, parameters } = body;
  if (isSuccess(status) && ok === true) return { is: 'accepted', id: idOf(result as Attributes) };
  const reason = `Telegram answered ${status}: ${typeof description === 'string' ? description : 'without a reason'}`;
  if (isSuccess(status)) return { is: 'doubtful', reason };
  const pause = Number((parameters as Attributes | undefined)?.['retry_after']);
  if (pause > 0) return { is: 'later', reason, afterMs: pause * SECOND };
  return refusal(status, reason);
}

function idOf(result: Attributes): string | null {
  const { message_id: id } = result;
  return typeof id === 'number' ? String(id) : null;
}
