import { head, raw, rawUtf8 } from './raw.ts';
import type { Written } from './written.ts';

/** A mail of several parts, each of which is given from its head on. */
const mixed = (parts: readonly string[], kind = 'mixed') =>
  `${head('Files', `Content-Type: multipart/${kind}; boundary="b1"`)}\n\n${parts.map((one) => `--b1\n${one}\n`).join('')}--b1--\n`;

const TEXT = 'Content-Type: text/plain; charset=utf-8\n\nSee the file.';
const CSV = 'Content-Type: text/csv; name="parcels.csv"\nContent-Disposition: attachment; filename="parcels.csv"';
const HTML = 'Content-Type: text/html; charset=utf-8\n\n<p>See the file.</p>';

/** Which parts are the text, and which are files, whose bytes nothing changes. */
export const FILES: Written[] = [
  {
    title: 'a text file has no line break added at its end, and keeps those that it has',
    mail: raw(mixed([TEXT, `${CSV}\nContent-Transfer-Encoding: 7bit\n\na,b\nc,d`])),
    content: 'See the file.',
    files: { 'parcels.csv': 'a,b\r\nc,d' },
  },
  {
    title: 'a text file with characters of Latin-1 keeps its bytes',
    mail: raw(mixed([TEXT, `${CSV}\nContent-Transfer-Encoding: 8bit\n\nCaf\u00e9,1\nCr\u00e8me,2\n`])),
    content: 'See the file.',
    files: { 'parcels.csv': 'Caf\u00e9,1\r\nCr\u00e8me,2\r\n' },
  },
  {
    title: 'a text file in quoted-printable keeps its bytes',
    mail: raw(mixed([TEXT, `${CSV}\nContent-Transfer-Encoding: quoted-printable\n\na=3Db,long =\nline\nc,d=0A`])),
    content: 'See the file.',
    files: { 'parcels.csv': 'a=b,long line\r\nc,d\n' },
  },
  {
    title: 'a text file in base64 keeps its bytes, whatever breaks its lines',
    mail: raw(mixed([TEXT, `${CSV}\nContent-Transfer-Encoding: BASE64\n\nYSxiDQpj\n  LGQK\n\n`])),
    content: 'See the file.',
    files: { 'parcels.csv': 'a,b\r\nc,d\n' },
  },
  {
    title: 'a text file with the line breaks of Unix keeps them',
    mail: Buffer.from(
      raw(mixed([TEXT, `${CSV}\n\na,bLFc,dLF`]))
        .toString('latin1')
        .replaceAll('LF', '\n'),
      'latin1',
    ),
    content: 'See the file.',
    files: { 'parcels.csv': 'a,b\nc,d\n' },
  },
  {
    title: 'plain text with a name and without a disposition is a file',
    mail: raw(mixed([TEXT, 'Content-Type: text/plain; charset=us-ascii; name=log.txt\n\n10:00 start\n10:01 stop'])),
    content: 'See the file.',
    files: { 'log.txt': '10:00 start\r\n10:01 stop' },
  },
  {
    title: 'HTML with a name, shown inline, is a file',
    mail: raw(
      mixed([
        TEXT,
        'Content-Type: text/html; charset=utf-8\nContent-Disposition: inline; filename="page.html"\n\n<p>Page</p>',
      ]),
    ),
    content: 'See the file.',
    files: { 'page.html': '<p>Page</p>' },
  },
  {
    title: 'the text of a mail of one part is its text, also where it has a name',
    mail: raw(
      `${head('Scan', 'Content-Type: text/plain; charset=us-ascii; name="body.txt"\nContent-Disposition: inline; filename="body.txt"')}\n\nToner is low.`,
    ),
    content: 'Toner is low.',
  },
  {
    title: 'a file alone has no text',
    mail: raw(
      mixed([
        'Content-Type: text/plain; charset=us-ascii\n\n',
        'Content-Type: text/plain; x-unix-mode=0644; name="notes.txt"\nContent-Disposition: inline; filename=notes.txt\n\nMilk',
      ]),
    ),
    content: null,
    files: { 'notes.txt': 'Milk' },
  },
  {
    title: 'texts around a picture are all the text',
    mail: raw(
      mixed([
        'Content-Type: text/plain; charset=us-ascii\n\nThis is the front:\n\n',
        'Content-Type: image/png; name=front.png\nContent-Disposition: inline; filename=front.png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=',
        'Content-Type: text/plain; charset=us-ascii\n\n\nAnd it is torn below.\n\nCarla',
      ]),
    ),
    content: 'This is the front:\n\n\n\nAnd it is torn below.\n\nCarla',
    files: { 'front.png': '\u0089PNG\r\n\u001a\n' },
  },
  {
    title: 'HTML around a file in a mail of Apple Mail is all of the text',
    mail: rawUtf8(
      mixed(
        [
          'Content-Type: text/plain; charset=utf-8\n\nOben:\n\n\nUnten: zerrissen.',
          `Content-Type: multipart/mixed; boundary="b2"\n\n--b2\nContent-Type: text/html; charset=utf-8\n\n<p>Oben:</p>\n--b2\nContent-Type: application/pdf; name=bill.pdf\nContent-Disposition: inline; filename=bill.pdf\n\n%PDF\n--b2\nContent-Type: text/html; charset=utf-8\n\n<p>Unten: zerrissen.</p>\n--b2--`,
        ],
        'alternative',
      ),
    ),
    content: 'Oben:\n\n\nUnten: zerrissen.',
    files: { 'bill.pdf': '%PDF' },
  },
  {
    title: 'a page for AMP is no file',
    mail: raw(
      mixed(
        [
          TEXT,
          'Content-Type: text/x-amp-html; charset=utf-8\n\n<!doctype html><html \u26a14email></html>'.replace(
            '\u26a1',
            'amp',
          ),
          HTML,
        ],
        'alternative',
      ),
    ),
    content: 'See the file.',
  },
  {
    title: 'a reaction of Gmail is its text',
    mail: rawUtf8(
      mixed(
        [
          'Content-Type: text/plain; charset="UTF-8"\n\n👍\n\nCarla Customer reacted via Gmail',
          'Content-Type: text/vnd.google.email-reaction+json; charset="UTF-8"\n\n{"version":1,"emoji":"👍"}',
          'Content-Type: text/html; charset="UTF-8"\n\n<div><p style="font-size:50px">👍</p><p>Carla Customer reacted via Gmail</p></div>',
        ],
        'alternative',
      ),
    ),
    content: '👍\n\nCarla Customer reacted via Gmail',
  },
  {
    title: 'a page for watches is no file',
    mail: raw(
      mixed([TEXT, 'Content-Type: text/watch-html; charset=utf-8\n\n<b>See the file.</b>', HTML], 'alternative'),
    ),
    content: 'See the file.',
  },
  {
    title: 'an invitation beside the text is a file',
    mail: raw(
      mixed([TEXT, 'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR'], 'alternative'),
    ),
    content: 'See the file.',
    files: { 'invite.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  },
  {
    title: 'a card is a file',
    mail: raw(mixed([TEXT, 'Content-Type: text/vcard; name=carla.vcf\n\nBEGIN:VCARD\nFN:Carla\nEND:VCARD'])),
    content: 'See the file.',
    files: { 'carla.vcf': 'BEGIN:VCARD\r\nFN:Carla\r\nEND:VCARD' },
  },
  {
    title: 'boundaries may have blanks behind them, and text before and after the parts is for old programs',
    mail: raw(
      `${head('Files', 'Content-Type: multipart/mixed; boundary="b1"')}\n\nThis is a multi-part message in MIME format.\n--b1  \n${TEXT}\n--b1\t\n${CSV}\n\na\n--b1--  \nThe end`,
    ),
    content: 'See the file.',
    files: { 'parcels.csv': 'a' },
  },
  {
    title: 'a text that only says that it is in the HTML gives way to that',
    mail: rawUtf8(
      mixed(
        [
          'Content-Type: text/plain; charset=utf-8\n\nYour mail program shows no HTML.',
          'Content-Type: text/html; charset=utf-8\n\n<p>My order <b>4711</b> is late.</p><p>Carla</p>',
        ],
        'alternative',
      ),
    ),
    content: 'My order 4711 is late.\n\nCarla',
  },
];
