import { openAsBlob } from 'node:fs';
import type { Attributes } from '../../entities/columns.ts';
import { textIn } from '../render-text.ts';
import type { Means, Outcome, OutgoingFile } from '../transport.ts';
import { askWhatsapp } from './ask-whatsapp.ts';
import type { WhatsappHost } from './hosts.ts';

type MediaKind = 'image' | 'audio' | 'video' | 'document';

const MEGABYTE = 1_000_000;
/** Files that WhatsApp shows by their kind, up to a size. All others are documents. */
const KINDS: { kind: MediaKind; types: readonly string[]; bytes: number }[] = [
  { kind: 'image', types: ['image/jpeg', 'image/png'], bytes: 5 * MEGABYTE },
  {
    kind: 'audio',
    types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/opus'],
    bytes: 16 * MEGABYTE,
  },
  { kind: 'video', types: ['video/mp4', 'video/3gpp'], bytes: 16 * MEGABYTE },
];
const DOCUMENT_BYTES = 100 * MEGABYTE;
/** Further types that can be uploaded; WhatsApp fetches documents of other types by their addresses. */
const DOCUMENTS = [
  'application/pdf',
  'text/plain',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];
const UPLOADED = [...DOCUMENTS, ...KINDS.flatMap(({ types }) => types)];

/** As what a file is sent. */
export function mediaKindOf({ contentType, size }: OutgoingFile): MediaKind {
  return KINDS.find(({ types, bytes }) => types.includes(contentType) && size <= bytes)?.kind ?? 'document';
}

/** Whether the file is too large for any kind of media. */
export const isTooLarge = ({ size }: OutgoingFile) => size > DOCUMENT_BYTES;

/** Whether a text can be sent with the file. */
export const takesCaption = (file: OutgoingFile) => mediaKindOf(file) !== 'audio';

/** How a request names the file: the id that it got when its bytes were uploaded, or its address. */
export async function referTo(
  means: Means,
  host: WhatsappHost,
  file: OutgoingFile,
): Promise<{ media: Attributes } | { outcome: Outcome }> {
  if (!UPLOADED.includes(file.contentType)) return { media: { link: file.url } };
  const blob = await openAsBlob(file.path, { type: file.contentType }).catch(() => null);
  if (!blob) return { outcome: { is: 'refused', reason: `the file ${file.name} cannot be read` } };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', file.contentType);
  form.set('file', blob, file.name);
  const outcome = await askWhatsapp(means, host, 'media', { body: form }, (body) => textIn(body, 'id'));
  if (outcome.is === 'accepted') return { media: { id: outcome.id } };
  // The contact does not get to see what was only uploaded, so a repetition sends nothing twice.
  return { outcome: outcome.is === 'doubtful' ? { ...outcome, is: 'later', afterMs: null } : outcome };
}
