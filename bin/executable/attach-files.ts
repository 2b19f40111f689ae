import { appendFileSync, readFileSync } from 'node:fs';
import { type AssetIndex, LENGTH_BYTES } from '../../src/assets.ts';

/** The files to attach, each with its name and the path of its content. */
export type Attached = readonly (readonly [name: string, path: string])[];

/** Adds the files to the end of the file `executable`, as src/assets.ts reads them. */
export function attachFiles(executable: string, files: Attached): void {
  const index: AssetIndex = [];
  for (const [name, path] of files) {
    const bytes = readFileSync(path);
    appendFileSync(executable, bytes);
    index.push([name, bytes.length]);
  }
  const text = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  appendFileSync(executable, Buffer.concat([text, length]));
}
