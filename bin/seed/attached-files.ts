import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { newSpoolPath, storeFile } from '../../src/storage/files.ts';
import type { StoredFile } from '../../src/storage/stored-file.ts';

/** Stores a small picture of a tin, or a document of one page, for one message. @throws Error when the disk refuses */
export async function storeSample(dataDir: string, kind: 'picture' | 'document', name: string): Promise<StoredFile> {
  const bytes = kind === 'picture' ? picture() : document(name);
  const path = await newSpoolPath(dataDir);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return storeFile(dataDir, { path, filename: `${name}.${kind === 'picture' ? 'png' : 'pdf'}`, size: bytes.length });
}

const [WIDTH, HEIGHT] = [240, 160];

/** A tin before a wall, as PNG. */
function picture(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: WIDTH }, (_, x) => colorAt(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number): [number, number, number] {
  const isTin = x > 70 && x < 170 && y > 30;
  if (!isTin) return [232, 226, 214 - Math.floor(y / 8)];
  const isLabel = y > 70 && y < 120;
  const shade = Math.floor(Math.abs(x - 120) / 2);
  return isLabel ? [245 - shade, 240 - shade, 225 - shade] : [47 + shade, 111 - shade, 98 - shade];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A page with one line, as PDF. */
function document(text: string): Buffer {
  const stream = `BT /F1 18 Tf 60 760 Td (${text.replaceAll(/[^\w .-]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1');
}
