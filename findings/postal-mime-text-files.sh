#!/bin/sh
# postal-mime 4.0.0 changes the bytes of attachments that are not in base64: CR LF becomes LF, and a line break is added at the end.
# RFC 2046, section 5.1.1: the line break before a boundary belongs to the boundary, and all others to the content. A CSV file of 8
# bytes has 8 others, and a digest of it does not fit.
# Seen: "a,b\nc,d\n" for the file "a,b\r\nc,d", with Node.js 20 and 26. Exits 1 if that changes.
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
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/csv; name="parcels.csv"',
  'Content-Disposition: attachment; filename="parcels.csv"',
  'Content-Transfer-Encoding: 7bit',
  '',
  'a,b',
  'c,d',
  '--b--',
  '',
];
const { attachments } = await PostalMime.parse(lines.join('\r\n'));
const content = Buffer.from(attachments[0].content).toString();
console.log(JSON.stringify(content));
process.exit(content === 'a,b\nc,d\n' ? 0 : 1);
END
node run.mjs
