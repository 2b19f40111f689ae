import type { Attributes } from '../../entities/columns.ts';
import { showContacts, showLocation } from '../shared-things.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedFile, ReceivedMessage } from '../receiving/receiver.ts';

type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'files'>;

/** The files that a message can have, one of them at most. An animation comes as a document, too. */
const FILES = ['animation', 'document', 'audio', 'voice', 'video', 'video_note'];

/** What a message says; null = nothing that can be read, such as that somebody has pinned another one. */
export function contentOf(message: Attributes): Content | null {
  const text = textAt(message, 'text') || textAt(message, 'caption') || null;
  const file = photoIn(message) ?? stickerIn(message) ?? fileIn(message);
  if (file) return { content: text, files: [file] };
  if (text !== null) return { content: text };
  return locationIn(message) ?? contactIn(message) ?? pollIn(message) ?? diceIn(message);
}

function fileIn(message: Attributes): ReceivedFile | null {
  const file = FILES.map((kind) => objectAt(message, kind)).find((one) => textAt(one, 'file_id') !== '');
  return file ? fileOf(file) : null;
}

/** The largest of the sizes in which there is a photo. */
function photoIn(message: Attributes): ReceivedFile | null {
  const largest = listAt(message, 'photo').toSorted((a, b) => Number(b['width']) - Number(a['width']))[0];
  return largest ? fileOf(largest) : null;
}

/** A sticker as a picture: of one that moves, its thumbnail. */
function stickerIn(message: Attributes): ReceivedFile | null {
  const sticker = objectAt(message, 'sticker');
  const moves = sticker['is_animated'] === true || sticker['is_video'] === true;
  const picture = moves ? objectAt(sticker, 'thumbnail') : sticker;
  return textAt(picture, 'file_id') === '' ? null : { ...fileOf(picture), name: 'sticker.webp' };
}

function fileOf(file: Attributes): ReceivedFile {
  return {
    source: { file_id: textAt(file, 'file_id') },
    name: textAt(file, 'file_name') || null,
    contentType: textAt(file, 'mime_type') || null,
  };
}

function locationIn(message: Attributes): Content | null {
  const venue = objectAt(message, 'venue');
  const location = objectAt(message, 'location');
  const { latitude, longitude } = location;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return showLocation({ latitude, longitude, name: textAt(venue, 'title'), address: textAt(venue, 'address') });
}

function contactIn(message: Attributes): Content | null {
  const contact = objectAt(message, 'contact');
  const phoneNumber = textAt(contact, 'phone_number');
  if (phoneNumber === '') return null;
  const [firstName, lastName] = [textAt(contact, 'first_name'), textAt(contact, 'last_name')];
  return showContacts([{ firstName, lastName, phoneNumbers: [phoneNumber], emails: [] }]);
}

function pollIn(message: Attributes): Content | null {
  const poll = objectAt(message, 'poll');
  const question = textAt(poll, 'question');
  if (question === '') return null;
  return { content: [question, ...listAt(poll, 'options').map((option) => `- ${textAt(option, 'text')}`)].join('\n') };
}

function diceIn(message: Attributes): Content | null {
  const dice = objectAt(message, 'dice');
  return dice['value'] === undefined ? null : { content: `${textAt(dice, 'emoji')} ${textAt(dice, 'value')}` };
}
