#!/usr/bin/env bash
# csv-parse 7.0.3: with `relax_column_count: true`, which allows records of any length, the parser still makes an error for each record that
# is not as long as the first, with a stack and a JSON copy of the record and of all options, keeps the last of them and throws none.
# A file in which most records lack a cell is parsed many times slower than one without, in the thread that parses.
# Seen: 1,000 records of one cell below a first of two cells are all parsed, and 1,000 errors are made; none where all have two cells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3
cat > count.mjs <<'JS'
import { parse } from 'csv-parse/sync';

let made = 0;
const capture = Error.captureStackTrace;
Error.captureStackTrace = (error, above) => {
  if (above?.name === 'CsvError') made += 1;
  capture(error, above);
};

function errorsFor(record) {
  made = 0;
  const records = parse(`name,email\n${`${record}\n`.repeat(1000)}`, { relax_column_count: true });
  return `${records.length} records, ${made} errors`;
}

console.log(`short: ${errorsFor('x')}; whole: ${errorsFor('x,y')}`);
JS
seen=$(node count.mjs)
echo "$seen"
[ "$seen" = 'short: 1001 records, 1000 errors; whole: 1001 records, 0 errors' ]
