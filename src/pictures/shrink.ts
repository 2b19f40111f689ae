import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { type Pixels, turned } from './turned.ts';

/** A picture to be made smaller. */
export type Task = {
  bytes: Uint8Array;
  contentType: string;
  /** Pixels that the longer side shall have. */
  side: number;
  /** Larger ones are refused: what a picture takes in memory depends on this alone. */
  maxPixels: number;
};

const QUALITY = 80;

/**
 * The picture made smaller, of the same type (JPEG, PNG or WebP), upright, and without what cameras write beside it.
 * @throws Error when it cannot be read, or is too large
 */
export function shrink({ bytes, contentType, side, maxPixels }: Task): Uint8Array {
  const { width, height, orientation = 1 } = imageSize(bytes);
  if (width * height > maxPixels) throw new Error(`a picture of ${width} x ${height} pixels is too large`);
  const scale = Math.min(1, side / Math.max(width, height));
  const size = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [number, number];
  const small = resize(read(bytes), ...size, SamplingFilter.Triangle);
  const pixels = { width: small.get_width(), height: small.get_height(), data: small.get_raw_pixels() };
  return written(turned(pixels, orientation), contentType);
}

function read(bytes: Uint8Array): PhotonImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A second header of a PNG picture could announce another size than the one that was looked at.
  if (file.indexOf('IHDR') !== file.lastIndexOf('IHDR')) throw new Error('a picture with two headers');
  return PhotonImage.new_from_byteslice(bytes);
}

function written({ data, width, height }: Pixels, contentType: string): Uint8Array {
  const picture = new PhotonImage(data, width, height);
  if (contentType === 'image/jpeg') return picture.get_bytes_jpeg(QUALITY);
  return contentType === 'image/webp' ? picture.get_bytes_webp() : picture.get_bytes();
}
