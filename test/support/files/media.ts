import { PhotonImage } from '@cf-wasm/photon';
import { crc32, deflateSync } from 'node:zlib';

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );

/** The smallest of pictures: one pixel, as PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** By content type, the first bytes of a file of it, enough for the type to be recognized. */
export const SAMPLES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'image/png': new Uint8Array(PIXEL),
  'image/gif': bytes('GIF89a', [3, 0, 2, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255], ';'),
  'image/bmp': bytes(
    'BM',
    [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0],
    Buffer.alloc(32),
  ),
  'audio/mpeg': bytes([0xff, 0xfb, 0x90, 0x64], Buffer.alloc(500)),
  'audio/ogg': bytes('OggS', [0, 2], Buffer.alloc(20), [1, 19], 'OpusHead', Buffer.alloc(32)),
  'audio/wav': bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', Buffer.alloc(32)),
  'video/mp4': bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isommp42', Buffer.alloc(16)),
  'video/quicktime': bytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 2, 0], 'qt  ', Buffer.alloc(16)),
  'video/webm': bytes([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm', Buffer.alloc(32)),
  'application/pdf': bytes('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n'),
  'application/zip': bytes('PK\x03\x04', [20, 0, 0, 0, 0, 0], Buffer.alloc(20)),
  'image/svg+xml': bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'text/html': bytes('<!DOCTYPE html><html><script>alert(1)</script></html>'),
  'application/xml': bytes('<?xml version="1.0"?><note>x</note>'),
  'text/plain': bytes('hello\r\nworld\t\u00c3\u00bc'),
  'application/octet-stream': bytes([0, 1, 2, 3, 0xfe, 0xff, 0x80]),
};

/**
 * An MP4 video of that size without frames. `turned` marks it as phones mark an upright video: it is shown with width
 * and height swapped. `tracks` is the number of sound tracks before that of the pictures, and of the boxes in each of
 * them.
 */
export function makeVideo(width: number, height: number, turned = false, tracks = 1) {
  const box = (type: string, ...parts: Uint8Array[]) => {
    const content = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length + 8);
    return Buffer.concat([length, Buffer.from(type), content]);
  };
  const header = Buffer.alloc(84);
  const matrix = turned ? [0, 1, 0, -1, 0, 0, 0, 0, 1] : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  matrix.forEach((part, index) => header.writeInt32BE(part * 0x1_00_00, 40 + index * 4));
  header.writeUInt16BE(width, 76);
  header.writeUInt16BE(height, 80);
  const sound = box('trak', ...Array.from({ length: tracks }, () => box('tkhd', Buffer.alloc(tracks === 1 ? 84 : 8))));
  const brand = Buffer.from('isom\x00\x00\x02\x00isommp42', 'latin1');
  const movie = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    ...Array<Buffer>(tracks).fill(sound),
    box('trak', box('tkhd', header)),
  );
  return new Uint8Array(Buffer.concat([box('ftyp', brand), box('mdat', Buffer.alloc(1000)), movie]));
}

/** A picture of that size in pixels, its left half red and its right half blue. */
export function makePicture(type: 'image/png' | 'image/jpeg' | 'image/webp', width: number, height: number) {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    data.set((at / 4) % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], at);
  }
  const image = new PhotonImage(data, width, height);
  const file =
    type === 'image/jpeg'
      ? image.get_bytes_jpeg(90)
      : type === 'image/webp'
        ? image.get_bytes_webp()
        : image.get_bytes();
  image.free();
  return new Uint8Array(file);
}

/** A black PNG picture of that size, in RGBA with `bits` for each colour; `more` are chunks before its pixels. */
export function blackPng(width: number, height: number, bits = 8, more: [type: string, content: Uint8Array][] = []) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 6], 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + (width * 4 * bits) / 8)), { level: 1 });
  const chunks = [['IHDR', header], ...more, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]] as typeof more;
  return bytes(PIXEL.subarray(0, 8), ...chunks.map(([type, content]) => pngChunk(type, content)));
}

function pngChunk(type: string, content: Uint8Array): Buffer {
  const [length, sum, inside] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), content])];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(inside));
  return Buffer.concat([length, inside, sum]);
}

/** The JPEG picture with an EXIF note of its orientation: 1 = upright, 6 = to be shown turned by 90° clockwise. */
export function withOrientation(jpeg: Uint8Array, orientation: number) {
  const exif = bytes(
    [0xff, 0xe1, 0, 34],
    'Exif\0\0',
    'MM\0\x2a\0\0\0\x08',
    [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0, 0, 0, 0],
  );
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]));
}

/** The picture's size in pixels, and the colour (red, green, blue) at a point in percent of its width and height. */
export function readPicture(file: Uint8Array) {
  const image = PhotonImage.new_from_byteslice(file);
  const [width, height, data] = [image.get_width(), image.get_height(), image.get_raw_pixels()];
  image.free();
  const colorAt = (x: number, y: number) => {
    const at = (Math.floor((height * y) / 100) * width + Math.floor((width * x) / 100)) * 4;
    return [...data.subarray(at, at + 3)];
  };
  return { width, height, colorAt };
}
