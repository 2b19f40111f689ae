import { readFileSync } from 'node:fs';
import { initPhoton, PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others';
import { imageSize } from 'image-size';
import { essentialPng, isPng } from './essential-png.ts';
import { type Pixels, turnUpright } from './turn-upright.ts';

/** A picture to shrink. */
export type Task = {
  path: string;
  contentType: string;
  /** The most pixels of the longer side after shrinking; smaller pictures keep their size. */
  side: number;
  /** Pictures with more pixels are refused, because they take too much memory and time. */
  maxPixels: number;
};

const QUALITY = 80;

/**
 * The smaller picture, of the same type (JPEG, PNG or WebP), upright, and without metadata. `decoder` is the module
 * that reads it (decoder.ts); each thread can load it only once.
 * @throws Error when it cannot be read, or is too large
 */
export async function shrink(task: Task, decoder: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { path, contentType, side, maxPixels } = task;
  const file = readFileSync(path);
  const bytes = isPng(file) ? essentialPng(file) : file;
  const { width, height, orientation = 1 } = imageSize(bytes);
  if (width * height > maxPixels) throw new Error(`a picture of ${width} x ${height} pixels is too large`);
  const scale = Math.min(1, side / Math.max(width, height));
  const size = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [number, number];
  await initPhoton({ module_or_path: decoder });
  const small = resize(read(bytes), ...size, SamplingFilter.Triangle);
  const pixels = { width: small.get_width(), height: small.get_height(), data: small.get_raw_pixels() };
  return written(turnUpright(pixels, orientation), contentType);
}

function read(bytes: Uint8Array): PhotonImage {
  try {
    return PhotonImage.new_from_byteslice(bytes);
  } catch (error) {
    // The decoder throws a RuntimeError when it gets no more memory.
    const isOutOfMemory = error instanceof Error && error.name === 'RuntimeError';
    throw isOutOfMemory ? new Error('a picture that takes too much memory to read', { cause: error }) : error;
  }
}

function written({ data, width, height }: Pixels, contentType: string): Uint8Array {
  const picture = new PhotonImage(data, width, height);
  if (contentType === 'image/jpeg') return picture.get_bytes_jpeg(QUALITY);
  return contentType === 'image/webp' ? picture.get_bytes_webp() : picture.get_bytes();
}
