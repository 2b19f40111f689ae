#!/bin/sh
# postal-mime 4.0.0 joins lines of format=flowed whose depth of quotation differs. RFC 3676, sections 4.3 and 4.5: such lines
# are paragraphs of their own, whatever blank the first one ends in. An answer below a quoted line becomes part of the quotation.
# Seen: "> Which colour do you want? Red please.\n" in one line, with Node.js 20 and 26. Exits 1 if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > npm.log
npm install --no-audit --no-fund postal-mime@4.0.0 >> npm.log
cat > run.mjs <<'END'
import PostalMime from 'postal-mime';

const lines = [
  'From: Carla <carla@example.com>',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  '',
  '> Which colour do you want? ',
  'Red please.',
  '',
];
const { text } = await PostalMime.parse(lines.join('\r\n'));
console.log(JSON.stringify(text));
process.exit(text.trimEnd() === '> Which colour do you want? Red please.' ? 0 : 1);
END
node run.mjs
