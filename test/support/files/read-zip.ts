import { inflateRawSync } from 'node:zlib';

/** Where the end of a ZIP archive says how many files it has, and where their list begins; and the same of each file in that. */
const END_OF_LIST = 0x06054b50;
const IN_LIST = 0x02014b50;
const LIST_HEAD = 46;
const FILE_HEAD = 30;
const DEFLATED = 8;

/** The files of a ZIP archive without comment, by name, as its list of contents says. @throws Error when it is none */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22;
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_LIST) throw new Error('the archive is not whole');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== IN_LIST) throw new Error(`no file is listed at ${at}`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString('utf8', at + LIST_HEAD, at + LIST_HEAD + nameLength);
    files.set(
      name,
      contentAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 10)),
    );
    at += LIST_HEAD + nameLength + extraLength + commentLength;
  }
  return files;
}

function contentAt(bytes: Buffer, at: number, size: number, method: number): Buffer {
  const start = at + FILE_HEAD + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(start, start + size);
  return method === DEFLATED ? inflateRawSync(content) : content;
}
