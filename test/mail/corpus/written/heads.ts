import { head, raw, rawUtf8 } from './raw.ts';
import type { Written } from './written.ts';

/** A mail with this subject, as its source has it. */
const subject = (title: string, source: string, shown: string): Written => ({
  title: `a subject ${title}`,
  mail: raw(`${head(source, 'Content-Type: text/plain')}\n\nHello`),
  content: 'Hello',
  subject: shown,
});

const from = (title: string, name: string, shown: string): Written => ({
  title: `a sender whose name ${title}`,
  mail: raw(`${head().replace('Carla Customer', name)}\n\nHello`),
  content: 'Hello',
  sender: shown,
});

const file = (title: string, fields: string, shown: string): Written => ({
  title: `a file whose name ${title}`,
  mail: rawUtf8(
    `${head('File', 'Content-Type: multipart/mixed; boundary=b1')}\n\n--b1\n\nHello\n--b1\n${fields}\n\nx\n--b1--`,
  ),
  content: 'Hello',
  files: { [shown]: 'x' },
});

/** Heads that bend RFC 2047 and 2231, as mail programs show them. */
export const HEADS: Written[] = [
  subject(
    'with a character that is cut into two words of base64',
    '=?utf-8?B?R3LD?=\n =?utf-8?B?vMOfZSBhdXMgUm9t?=',
    'Grüße aus Rom',
  ),
  subject('with a character that is cut into two quoted words', '=?UTF-8?Q?Gr=C3?=\n =?utf-8?Q?=BC=C3=9Fe?=', 'Grüße'),
  subject(
    'with a character that is cut between a quoted word and one of base64',
    '=?utf-8?Q?Gr=C3?= =?utf-8?B?vMOfZQ==?=',
    'Grüße',
  ),
  subject('with words that no blank divides', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?==?utf-8?Q?_aus_Rom?=', 'Grüße aus Rom'),
  subject('with a word behind other text', 'Re:=?utf-8?Q?Gr=C3=BC=C3=9Fe?=(2)', 'Re:Grüße(2)'),
  subject('with blanks in a word', '=?utf-8?Q?Gr=C3=BC=C3=9Fe aus Rom?=', 'Grüße aus Rom'),
  subject('with a charset that nobody knows', '=?x-unknown?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
  subject('with a charset that nobody knows, and bytes of Latin-1', '=?x-none?Q?Gr=FC=DFe?=', 'Grüße'),
  subject('with a charset that is not the true one', '=?us-ascii?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
  subject('with a language', '=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
  subject(
    'in Japanese, in two words',
    '=?ISO-2022-JP?B?GyRCMllKKhsoQg==?=\n =?ISO-2022-JP?B?GyRCJEskRCQkJEYbKEI=?=',
    '荷物について',
  ),
  subject('in Chinese, with characters that its charset does not have', '=?gb2312?B?lnzOqg==?=', '東为'),
  subject('in Cyrillic', '=?koi8-r?B?8M/T2czLwQ==?=', 'Посылка'),
  subject('in UTF-7', '=?utf-7?Q?Gr+APwA3w-e?=', 'Grüße'),
  subject('in bytes of UTF-8', 'Gr\u00c3\u00bc\u00c3\u009fe', 'Grüße'),
  subject('in bytes of Latin-1', 'Gr\u00fc\u00dfe', 'Grüße'),
  subject('with marks of encoding that are none', '2 =? 3 ?= 5', '2 =? 3 ?= 5'),
  subject('without padding', '=?utf-8?B?R3LDvMOfZQ?=', 'Grüße'),
  from('is a word in quotation marks', '"=?UTF-8?Q?J=C3=BCrgen_M=C3=BCller?="', 'Jürgen Müller'),
  from('has a comma in a word', '=?UTF-8?Q?M=C3=BCller=2C_J=C3=BCrgen?=', 'Müller, Jürgen'),
  from('is cut inside a character', '=?utf-8?B?SsM=?= =?utf-8?B?vHJnZW4=?=', 'Jürgen'),
  from('is in bytes of Latin-1', 'J\u00fcrgen', 'Jürgen'),
  file(
    'is in words in quotation marks',
    'Content-Type: application/pdf; name="=?utf-8?Q?Rechnung_f=C3=BC?=\n =?utf-8?Q?r_Karla.pdf?="\nContent-Disposition: attachment',
    'Rechnung für Karla.pdf',
  ),
  file(
    'is in pieces, cut inside a character',
    "Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*0*=utf-8''Rechnung%20f%C3;\n filename*1*=%BCr%20Karla.pdf",
    'Rechnung für Karla.pdf',
  ),
  file(
    'is there twice',
    'Content-Type: application/pdf\nContent-Disposition: attachment; filename="Rechnung f?r Karla.pdf"; filename*=UTF-8\'\'Rechnung%20f%C3%BCr%20Karla.pdf',
    'Rechnung für Karla.pdf',
  ),
  file(
    'is in Latin-1',
    "Content-Type: application/pdf\nContent-Disposition: attachment; filename*=iso-8859-1'de'Rechnung%20f%FCr.pdf",
    'Rechnung für.pdf',
  ),
  file(
    'is in bytes of UTF-8',
    'Content-Type: application/pdf\nContent-Disposition: attachment; filename="Rechnung für.pdf"',
    'Rechnung für.pdf',
  ),
  file(
    'is in pieces of an encoded word',
    'Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*0="=?utf-8?Q?Rechnung_f=C3=BC";\n filename*1="r.pdf?="',
    'Rechnung für.pdf',
  ),
  file(
    'has blanks without quotation marks',
    'Content-Type: application/pdf; name=My invoice 77.pdf\nContent-Disposition: attachment; filename=My invoice 77.pdf',
    'My invoice 77.pdf',
  ),
];
