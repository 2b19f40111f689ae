import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedFile } from '../receiving/receiver.ts';

/** The members for files; a message has at most one, except that an animation also comes as a document. */
const FILES = ['animation', 'document', 'audio', 'voice', 'voice_note', 'video', 'video_note', 'live_photo'];

/** The file of a message or of a part of a message; null = none. */
export function fileIn(message: Attributes): ReceivedFile | null {
  return photoIn(message) ?? stickerIn(message) ?? otherIn(message);
}

function otherIn(message: Attributes): ReceivedFile | null {
  const file = FILES.map((kind) => objectAt(message, kind)).find((one) => textAt(one, 'file_id') !== '');
  return file ? fileOf(file) : null;
}

/** The largest size of a photo. */
function photoIn(message: Attributes): ReceivedFile | null {
  const largest = listAt(message, 'photo').toSorted((a, b) => Number(b['width']) - Number(a['width']))[0];
  return largest ? fileOf(largest) : null;
}

/** A sticker as a picture; animated stickers by their thumbnail. */
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
