import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMail } from '../../src/channels/email/reading/read-mail.ts';
import { decompressRtf } from '../../src/channels/email/reading/compressed-rtf.ts';
import { rtfContent } from '../../src/channels/email/reading/rtf-content.ts';
import { readTnef } from '../../src/channels/email/reading/tnef.ts';
import { type PackedFile, plainRtf, type Property, tnefOf } from '../support/mail/tnef-writer.ts';

const TEXT = 0x1000;
const RTF = 0x1009;
const HTML = 0x1013;
const LONG_NAME = 0x3707;
const MIME_TYPE = 0x370e;
const CONTENT_ID = 0x3712;
const OBJECT = 0x3701;
const MAIL_OBJECT = Buffer.from('0703020000000000c000000000000046', 'hex');
const PHOTO = Buffer.from([1, 2, 3]);

/** A mail of Outlook with this `winmail.dat`, or several; `text` is what it says beside it. */
function mailWith(winmail: Uint8Array | Uint8Array[], text = '', type = 'application/ms-tnef') {
  const packed = [winmail].flat().map((bytes) =>
    Buffer.from(bytes)
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\r\n'),
  );
  const typeAndName = `Content-Type: ${type}; name="winmail.dat"\r\nContent-Transfer-Encoding: base64`;
  const parts = [`Content-Type: text/plain\r\n\r\n${text}`, ...packed.map((bytes) => `${typeAndName}\r\n\r\n${bytes}`)];
  const head = 'From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"';
  return readMail(Buffer.from(`${head}\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`));
}

const namesOf = ({ files }: { files: { name: string; contentType: string }[] }) =>
  files.map(({ name, contentType }) => `${name} ${contentType}`);

describe('a winmail.dat', () => {
  it('is unpacked into its files', async () => {
    const files: PackedFile[] = [
      {
        data: PHOTO,
        title: 'PHOTO~1.JPG',
        properties: [
          [LONG_NAME, 'Föto vom Paket.jpg'],
          [MIME_TYPE, 'image/jpeg'],
        ],
      },
      { data: Buffer.from('1,2'), title: 'parcels.csv' },
    ];
    const mail = await mailWith(tnefOf({}, files), 'See the files.');

    expect(mail.content).toBe('See the files.');
    expect(namesOf(mail)).toEqual(['Föto vom Paket.jpg image/jpeg', 'parcels.csv application/octet-stream']);
    expect(Buffer.from(mail.files[0]!.bytes)).toEqual(PHOTO);
  });

  it('gives the text where the mail has none, and the pictures in it', async () => {
    const html = Buffer.from('<p>Hello <img src="cid:logo@acme"></p>');
    const properties: Property[] = [
      [HTML, html],
      [TEXT, 'Hello'],
    ];
    const picture: PackedFile = {
      data: PHOTO,
      properties: [
        [LONG_NAME, 'logo.png'],
        [CONTENT_ID, 'logo@acme'],
      ],
    };
    const packed = tnefOf({ properties }, [picture]);
    const silent = await mailWith(packed);
    const speaking = await mailWith(packed, 'Something else');

    expect(silent.content).toBe('Hello');
    expect(silent.html?.own).toContain('<img src="cid:logo@acme" />');
    expect(silent.files).toMatchObject([{ name: 'logo.png', isInline: true }]);
    expect(speaking.content).toBe('Something else');
    expect(speaking.html).toBeNull();
  });

  it('may have its text in a code page', () => {
    const properties: Property[] = [[TEXT, { inCodePage: Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0]) }]];

    expect(readTnef(tnefOf({ properties, codePage: 1251 }), true).text).toBe('Привет');
    expect(readTnef(tnefOf({ body: Buffer.from('Grüße', 'latin1') }), true).text).toBe('Grüße');
  });

  it('may have its text as RTF that was made of HTML', async () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0 Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe \\u8364?5{\\*\\mhtmltag64 x}{\\*\\htmltag72 </p>}\\htmlrtf\\par}\\htmlrtf0 }";
    const mail = await mailWith(tnefOf({ properties: [[RTF, plainRtf(rtf)]] }));

    expect(mail.html?.own).toBe('<p>Grüße €5</p>');
    expect(mail.content).toBe('Grüße €5');
  });

  it('may have its text as RTF', () => {
    const rtf =
      '{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator Riched20;}\\pard Hello\\par see \\{this\\}\\tab now}';

    expect(rtfContent(plainRtf(rtf))).toEqual({ html: null, text: 'Hello\nsee {this}\tnow' });
  });

  it('has its RTF read only where the mail has no text, and the first one only', async () => {
    const rtf = tnefOf({ properties: [[RTF, plainRtf('{\\rtf1 the first}')]] });
    const second = tnefOf({ properties: [[RTF, plainRtf('{\\rtf1 the second}')]] });
    const blank = tnefOf({ properties: [[RTF, plainRtf('{\\rtf1 }')]] });
    const silent = await mailWith([rtf, second]);
    const unread = await mailWith([blank, second]);
    const speaking = await mailWith(rtf, 'Something else');

    expect([silent.content, unread.content, speaking.content]).toEqual(['the first', '', 'Something else']);
    expect([silent.files, speaking.files]).toEqual([[], []]);
    expect(readTnef(rtf, false)).toMatchObject({ text: null, hasUnreadRtf: true });
  });

  it('may have a mail in it, whose text and files are files', () => {
    const inner = tnefOf({ properties: [[TEXT, 'The first mail']] }, [{ data: PHOTO, title: 'photo.jpg' }]);
    const properties: Property[] = [
      [LONG_NAME, 'Your parcel'],
      [OBJECT, Buffer.concat([MAIL_OBJECT, inner])],
    ];
    const { files } = readTnef(tnefOf({}, [{ properties }]), true);

    expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['Your parcel.txt', 'The first mail'],
      ['photo.jpg', PHOTO.toString()],
    ]);
  });

  it('is recognized by its name, and stays a file where it is none', async () => {
    const packed = tnefOf({}, [{ data: PHOTO, title: 'photo.jpg' }]);
    const named = await mailWith(packed, 'x', 'application/octet-stream');
    const other = await mailWith(Buffer.from('no TNEF at all'), 'x');
    const empty = await mailWith(tnefOf({}), 'x');

    expect(namesOf(named)).toEqual(['photo.jpg application/octet-stream']);
    expect(namesOf(other)).toEqual(['winmail.dat application/ms-tnef']);
    expect(namesOf(empty)).toEqual(['winmail.dat application/ms-tnef']);
  });
});

describe('compressed RTF', () => {
  it('is unpacked, as the specification shows it', () => {
    const simple = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';
    const crossing = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0';

    expect(decompressRtf(Buffer.from(simple, 'hex'))).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    expect(decompressRtf(Buffer.from(crossing, 'hex'))).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  it('grows to a million bytes at most, whatever it says', () => {
    const head = Buffer.from('ffffffffffffffff4c5a467500000000', 'hex');
    // Each reference repeats 17 bytes of the dictionary.
    const body = Buffer.alloc(400_000, Buffer.from('ff100f100f100f100f100f100f100f100f', 'hex'));

    expect(decompressRtf(Buffer.concat([head, body])).length).toBeLessThanOrEqual(1_000_000);
  });
});

describe('what is no winmail.dat, or a damaged one', () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg932\\fromhtml1{\\*\\htmltag64 <p>}Gr\\'fc\\u8364?{\\fonttbl x}\\htmlrtf y\\htmlrtf0}";
  const inner = tnefOf({
    properties: [
      [TEXT, 'inner'],
      [RTF, plainRtf(rtf)],
    ],
  });
  const whole = tnefOf(
    {
      properties: [
        [RTF, plainRtf(rtf)],
        [TEXT, 'text'],
      ],
      body: Buffer.from('body'),
    },
    [
      {
        data: PHOTO,
        title: 'a',
        properties: [
          [LONG_NAME, 'photo.jpg'],
          [OBJECT, Buffer.concat([MAIL_OBJECT, inner])],
        ],
      },
      { properties: [[OBJECT, Buffer.concat([MAIL_OBJECT, inner])]] },
    ],
  );
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });

  it('never ends the reading of its mail', async () => {
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        const mail = await mailWith(bytes.subarray(0, length), 'See the file.');

        expect(mail.content).toBe('See the file.');
      }),
      { numRuns: 300 },
    );
  });

  it('is read in as many bytes as it has', () => {
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        const files = attempt(() => readTnef(bytes, true).files) ?? [];

        expect(files.reduce((sum, { bytes: own }) => sum + own.length, 0)).toBeLessThanOrEqual(4 * bytes.length);
      }),
      { numRuns: 300 },
    );
  });

  it('may be any RTF', () => {
    const word = fc.constantFrom(
      '{',
      '}',
      '\\*',
      '\\htmltag1',
      '\\htmlrtf',
      '\\htmlrtf0',
      "\\'e4",
      '\\u-99?',
      '\\',
      'a',
      '\\uc99',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 2000 }), (words) => {
        expect(() => rtfContent(plainRtf(`{\\rtf1\\fromhtml1${words.join('')}`))).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
