import { openAsBlob } from 'node:fs';
import type { Attributes } from '../../entities/columns.ts';
import { escapeHtml } from '../../markdown/escape-html.ts';
import { toTelegram } from '../../markdown/to-telegram.ts';
import { actionsOf, itemsOf, renderText, textIn } from '../render-text.ts';
import type { Means, Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';
import { type Options, sendBy, target } from './request.ts';
import { sharedParts } from './shared-parts.ts';
import { splitHtml, textInHtml } from './split-html.ts';

const TEXT_LENGTH = 4096;
const CAPTION_LENGTH = 1024;
/** Bytes of what Telegram gives back when a button is pressed. */
const CALLBACK_BYTES = 64;
const PHOTO_BYTES = 10_000_000;

/** The method and field for each type of file; files that Telegram cannot show as such are sent as documents. */
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

  partsOf: (message) => [...contentParts(message), ...sharedParts(message)],
};

function contentParts(message: OutgoingMessage): Part[] {
  const html = htmlOf(message);
  const { length } = textInHtml(html);
  const [first] = message.files;
  if (first && length > 0 && length <= CAPTION_LENGTH && message.contentType === 'text') {
    return message.files.map((file, index) => fileOf(message, file, index === 0 ? html : ''));
  }
  const pieces = splitHtml(html, TEXT_LENGTH);
  const keyboard = keyboardOf(message);
  return [
    ...pieces.map((piece, index) => textOf(message, piece, index === pieces.length - 1 ? keyboard : null)),
    ...(message.contentType === 'cards' ? itemsOf(message.contentAttributes).map((card) => cardOf(message, card)) : []),
    ...message.files.map((file) => fileOf(message, file, '')),
  ];
}

/** The text of the message; cards have messages of their own. */
function htmlOf(message: OutgoingMessage): string {
  const content = message.content && toTelegram(message.content);
  const contentType = message.contentType === 'cards' ? 'text' : message.contentType;
  return renderText({ ...message, content, contentType }, escapeHtml);
}

function textOf(message: OutgoingMessage, html: string, keyboard: Attributes | null): Part {
  const fields = { ...target(message), ...(keyboard && { reply_markup: keyboard }) };
  return (means) => callWithHtml(means, 'sendMessage', (text) => ({ json: { ...fields, ...text('text', html) } }));
}

/** A card as its picture with the text below it, or as text where Telegram cannot fetch the picture, with buttons. */
function cardOf(message: OutgoingMessage, card: Attributes): Part {
  const [title, description, picture] = ['title', 'description', 'media_url'].map((name) => textIn(card, name));
  const lines = [title && `<strong>${escapeHtml(title)}</strong>`, escapeHtml(description ?? '')];
  const html = lines.filter((line) => line !== '').join('\n');
  const keyboard = buttonsOf(card);
  const isCaption = textInHtml(html).length <= CAPTION_LENGTH;
  const fields = { ...target(message), ...(keyboard && { reply_markup: keyboard }) };
  const [text = escapeHtml(picture || '-')] = splitHtml([html, escapeHtml(picture ?? '')].join('\n'), TEXT_LENGTH);
  return async (means) => {
    if (picture && isCaption) {
      const shown = await callWithHtml(means, 'sendPhoto', (text) => ({
        json: { ...fields, photo: picture, ...(html !== '' && text('caption', html)) },
      }));
      if (shown.is !== 'refused') return shown;
    }
    return callWithHtml(means, 'sendMessage', (field) => ({ json: { ...fields, ...field('text', text) } }));
  };
}

/** A button a row for each action of the card. */
function buttonsOf(card: Attributes): Attributes | null {
  const rows = actionsOf(card).flatMap((action): Attributes[][] => {
    const [text, uri, payload] = [textIn(action, 'text'), textIn(action, 'uri'), textIn(action, 'payload')];
    if (text === '' || (uri === '' && payload === '')) return [];
    return [[uri === '' ? { text, callback_data: shortened(payload) } : { text, url: uri }]];
  });
  return rows.length === 0 ? null : { inline_keyboard: rows };
}

function fileOf(message: OutgoingMessage, file: OutgoingFile, html: string): Part {
  const isPhoto = file.size <= PHOTO_BYTES && PHOTOS.includes(file.contentType);
  const [method, field] = METHODS[file.fileType === 'image' && !isPhoto ? 'file' : file.fileType];
  return async (means) => {
    const blob = await openAsBlob(file.path, { type: file.contentType }).catch(() => null);
    if (!blob) return { is: 'refused', reason: `the file ${file.name} cannot be read` };
    return callWithHtml(means, method, (text) => {
      const form = new FormData();
      const fields = { ...target(message), ...(html !== '' && text('caption', html)) };
      for (const [name, value] of Object.entries(fields)) {
        form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      form.set(field, blob, file.name);
      return { body: form };
    });
  };
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

/** The text cut to `CALLBACK_BYTES`. */
function shortened(value: string): string {
  let short = value;
  while (Buffer.byteLength(short) > CALLBACK_BYTES) short = [...short].slice(0, -1).join('');
  return short;
}

/** The fields of a text under this name. */
type TextFields = (name: 'text' | 'caption', html: string) => Attributes;

const asHtml: TextFields = (name, html) => ({ [name]: html, parse_mode: 'HTML' });
const asPlain: TextFields = (name, html) => ({ [name]: textInHtml(html) });

/** Calls a method with text as HTML, or as plain text if Telegram cannot read the HTML. */
async function callWithHtml(means: Means, method: string, options: (text: TextFields) => Options): Promise<Outcome> {
  const outcome = await sendBy(means, method, options(asHtml));
  const isUnreadable = outcome.is === 'refused' && /can't parse entities/i.test(outcome.reason);
  return isUnreadable ? sendBy(means, method, options(asPlain)) : outcome;
}
