import type { FileHandle } from 'node:fs/promises';

/** A range of bytes of the file: a box's content, without its header. */
type Box = { start: number; end: number };

/** The most boxes that are read; a video has some dozens. */
const MAX_BOXES = 1000;
/** Bytes of a track header up to the picture's size, in either version of the header. */
const TRACK_HEADER_BYTES = 96;

/**
 * The displayed size of an MP4 or QuickTime video in pixels (ISO 14496-12): the size of its first track with a size. Null =
 * unknown.
 */
export async function videoSize(file: FileHandle): Promise<{ width: number; height: number } | null> {
  const { size } = await file.stat();
  const budget = { boxes: MAX_BOXES };
  for (const movie of await boxes(file, { start: 0, end: size }, 'moov', budget)) {
    for (const track of await boxes(file, movie, 'trak', budget)) {
      for (const header of await boxes(file, track, 'tkhd', budget)) {
        const shown = sizeIn(await read(file, header.start, Math.min(TRACK_HEADER_BYTES, header.end - header.start)));
        if (shown) return shown;
      }
    }
  }
  return null;
}

/** The boxes of this type inside `outer`; each read box reduces the `budget`. */
async function boxes(file: FileHandle, outer: Box, type: string, budget: { boxes: number }): Promise<Box[]> {
  const found: Box[] = [];
  let at = outer.start;
  for (; budget.boxes > 0 && at + 8 <= outer.end; budget.boxes -= 1) {
    const header = await read(file, at, 16);
    if (header.length < 8) break;
    const short = header.readUInt32BE(0);
    const isLong = short === 1 && header.length === 16;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? outer.end - at : short;
    const end = at + length;
    const start = at + (isLong ? 16 : 8);
    if (end < start || end > outer.end) break;
    if (header.toString('latin1', 4, 8) === type) found.push({ start, end });
    at = end;
  }
  return found;
}

/** The size in a track header: fixed-point numbers after a matrix that gives the rotation. */
function sizeIn(header: Buffer): { width: number; height: number } | null {
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return null;
  const [width, height] = [header.readUInt16BE(matrix + 36), header.readUInt16BE(matrix + 40)];
  if (width === 0 || height === 0) return null;
  const isOnItsSide = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 16) === 0;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
