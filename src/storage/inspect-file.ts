import { open } from 'node:fs/promises';
import { videoSize } from './video-size.ts';

/** The type and size of a file, by its content. */
export type FileNature = {
  contentType: string;
  /** Displayed size of a picture or video in pixels; null = unknown. */
  width: number | null;
  height: number | null;
};

/** Bytes from the beginning that are read to detect text and the size of a picture. */
const HEAD_BYTES = 512 * 1024;
const UNKNOWN = 'application/octet-stream';
const MAX_PIXELS = 2 ** 31 - 1;
/** Pictures whose size is read. */
const PICTURE = /^image\/(png|jpeg|gif|bmp|webp)$/;
/** Videos whose size is read. */
const FILM = /^video\/(mp4|quicktime|x-m4v)$/;
/** From this EXIF orientation on, width and height are swapped. */
const ON_ITS_SIDE = 5;
// Control characters that text does not contain; tab, line ends, form feed and ESC are allowed.
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/**
 * Inspects the content of the file at `path`; the type that the client claims is ignored, and what is not recognized is
 * application/octet-stream.
 * @throws Error when the file cannot be read
 */
export async function inspectFile(path: string): Promise<FileNature> {
  const head = await headOf(path);
  const { fileTypeFromFile } = await import('file-type');
  const type = mimeOf((await fileTypeFromFile(path).catch(() => undefined))?.mime);
  // An XML file may be an SVG with scripts.
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

/** The type without parameters, "audio/ogg" of "audio/ogg; codecs=opus"; null = not recognized. */
function mimeOf(mime: string | undefined): string | null {
  if (mime === undefined) return null;
  const type = mime.replace(/;.*/s, '').trim();
  return type === 'image/apng' ? 'image/png' : type;
}

/** The type of a text file; `otherwise` when it is not text, or is XML. */
function textTypeOf(head: Uint8Array, otherwise: string): string {
  const text = decoded(head);
  if (text === null || BINARY.test(text)) return otherwise;
  if (!text.trimStart().startsWith('<')) return otherwise === UNKNOWN ? 'text/plain' : otherwise;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/<(!doctype html|html|head|body|script|iframe)[\s/>]/i.test(text)) return 'text/html';
  return otherwise === UNKNOWN ? 'text/plain' : otherwise;
}

/** The bytes decoded as UTF-8, where the last character may be cut off; null when they are not UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === HEAD_BYTES });
  } catch {
    return null;
  }
}

/** The size of the picture that begins with `head`; null = unknown. */
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
