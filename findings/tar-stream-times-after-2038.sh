#!/usr/bin/env bash
# tar-stream 3.2.2 writes the time of an entry through a signed number of 32 bits (`| 0`), although the field has eleven octal digits,
# enough until 2242. A time after 19 January 2038 becomes negative: the largest number is written in its place, or, where the digits
# fit, a number with a minus sign, which the format does not know.
# Seen, with Node.js 20 and 26: an entry of 2037 keeps its time; 2040 becomes 2242; 2100 becomes 1963. Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund tar-stream@3.2.2
cat > times.mjs <<'JS'
import { extract, pack } from 'tar-stream';

async function timeAfter(time) {
  const archive = pack();
  archive.entry({ name: 'a', mtime: new Date(time) }, 'x');
  archive.finalize();
  const chunks = [];
  for await (const chunk of archive) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const reading = extract();
  reading.end(bytes);
  for await (const { header } of reading) return `${header.mtime.toISOString()} (${bytes.toString('latin1', 136, 148)})`;
}

for (const year of [2037, 2040, 2100]) console.log(`${year}: ${await timeAfter(`${year}-01-01T00:00:00Z`)}`);
JS
seen=$(node times.mjs)
echo "$seen"
[ "$seen" = '2037: 2037-01-01T00:00:00.000Z (17601562000 )
2040: 2242-03-16T12:56:31.000Z (77777777777 )
2100: 1963-11-25T17:31:44.000Z (-1336324400 )' ]
