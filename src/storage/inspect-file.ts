import { open } from 'node:fs/promises';
import { videoSize } from './video-size.ts';

/** What a file is, by what is in it. */
export type FileNature = {
  contentType: string;
  /** Pixels of a picture or a film as it is shown; null when they are not known. */
  width: number | null;
  height: number | null;
};

/** Bytes from the beginning that are looked at for text and for the size of a picture. */
const HEAD_BYTES = 512 * 1024;
const UNKNOWN = 'application/octet-stream';
const MAX_PIXELS = 2 ** 31 - 1;
/** Pictures whose size is looked for. */
const PICTURE = /^image\/(png|jpeg|gif|bmp|webp)$/;
/** Films whose size is looked for. */
const FILM = /^video\/(mp4|quicktime|x-m4v)$/;
/** From here on, the camera was held on its side. */
const ON_ITS_SIDE = 5;
// Text has none of these; a tab, line ends, a form feed and ESC it may have.
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** Looks at the file at `path`: at what it holds, and never at what somebody says that it is. */
export async function inspectFile(path: string): Promise<FileNature> {
  const head = await headOf(path);
  const { fileTypeFromFile } = await import('file-type');
  const type = mimeOf((await fileTypeFromFile(path).catch(() => undefined))?.mime);
  // An XML file may be a drawing with scripts in it.
  const contentType = type === null || type === 'application/xml' ? textTypeOf(head, type ?? UNKNOWN) : type;
  const size = PICTURE.test(contentType) ? await sizeOf(head) : FILM.test(contentType) ? await filmSizeOf(path) : null;
  return { contentType, width: size?.width ?? null, height: size?.height ?? null };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The type alone, "audio/ogg" of "audio/ogg; codecs=opus"; null = not recognized. */
function mimeOf(mime: string | undefined): string | null {
  if (mime === undefined) return null;
  const type = mime.replace(/;.*/s, '').trim();
  return type === 'image/apng' ? 'image/png' : type;
}

/** The kind of text; `otherwise` for what is none, or for XML. */
function textTypeOf(head: Uint8Array, otherwise: string): string {
  const text = decoded(head);
  if (text === null || BINARY.test(text)) return otherwise;
  if (!text.trimStart().startsWith('<')) return otherwise === UNKNOWN ? 'text/plain' : otherwise;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/<(!doctype html|html|head|body|script|iframe)[\s/>]/i.test(text)) return 'text/html';
  return otherwise === UNKNOWN ? 'text/plain' : otherwise;
}

/** The bytes as UTF-8, which may end in the middle of a character; null when they are not. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === HEAD_BYTES });
  } catch {
    return null;
  }
}

/** The size of the picture that begins with `head`; null when it cannot be told. */
async function sizeOf(head: Uint8Array): Promise<{ width: number; height: number } | null> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!isSize(width) || !isSize(height)) return null;
    return orientation >= ON_ITS_SIDE ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

async function filmSizeOf(path: string): Promise<{ width: number; height: number } | null> {
  const file = await open(path, 'r');
  try {
    return await videoSize(file);
  } finally {
    await file.close();
  }
}

function isSize(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0 && pixels <= MAX_PIXELS;
}
