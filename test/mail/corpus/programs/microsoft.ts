import { CARLA, type Letter, SHOP, SUPPORT, WORDS } from './letter.ts';
import { breaks, escape, headOf, lines, mailOf, multipart, textPart } from './mime.ts';

/** The head that all Outlooks put above what is answered, and above what is forwarded. */
export function outlookHead({ lang, forwards }: Letter): string {
  const { names, sent, subject: about } = WORDS[lang];
  const [from, date, to, subject] = names;
  const isForward = forwards !== undefined;
  return [
    `${from}: ${isForward ? SHOP : SUPPORT}`,
    `${date}: ${sent}`,
    `${to}: ${CARLA}`,
    `${subject}: ${isForward ? 'Invoice 77' : about}`,
  ].join('\n');
}

/** What stands below: Outlook marks no line, so that answers between the lines look like the rest. */
const belowOf = ({ quotes, between, forwards }: Letter) =>
  quotes ?? forwards ?? between?.map(([old, answer]) => `${old}\n\n${answer}`).join('\n\n');

const bold = (head: string, end = '<br>') =>
  head
    .split('\n')
    .map((line) => `<b>${escape(line).replace(':', ':</b>')}`)
    .join(end);

/** Outlook for Windows, whose HTML is Word's. */
export function outlookDesktop(letter: Letter): Buffer {
  const { says = '', lang } = letter;
  const below = belowOf(letter);
  const head = outlookHead(letter);
  const p = (text: string) =>
    text
      .split('\n')
      .map((line) => `<p class=MsoNormal>${line === '' ? '<o:p>&nbsp;</o:p>' : `${escape(line)}<o:p></o:p>`}</p>`)
      .join('\n');
  let text = says;
  let html = p(says);
  if (below !== undefined) {
    text += `\n\n \n\n${head.replaceAll('\n', ' \n')}\n\n \n\n${below}\n`;
    html += `<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${bold(head)}<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>${p(below)}`;
  }
  const page = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US><div class=WordSection1>${html}</div></body></html>`;
  return mailOf(
    [
      ...headOf(letter, '000001dc5b6e$a1b2c3d0$@example.com', WORDS[lang]),
      'X-Mailer: Microsoft Outlook 16.0',
      'Thread-Index: AQHcW26hsg==',
    ],
    multipart('alternative', '----=_NextPart_000_0001_01DC5B76.A1B2C3D0', [
      textPart('text/plain;\r\n\tcharset="utf-8"', text, 'quoted-printable'),
      textPart('text/html;\r\n\tcharset="utf-8"', page, 'quoted-printable'),
    ]),
  );
}

/** Outlook for Windows where mails are plain text. */
export function outlookText(letter: Letter): Buffer {
  const { says = '', lang } = letter;
  const below = belowOf(letter);
  const heading = '-----Original Message-----';
  const text = below === undefined ? says : `${says}\n\n${heading}\n${outlookHead(letter)}\n\n${below}\n`;
  return mailOf(
    [...headOf(letter, '000101dc5b6e$b1b2c3d0$@example.com', WORDS[lang]), 'X-Mailer: Microsoft Outlook 16.0'],
    textPart('text/plain;\r\n\tcharset="utf-8"', text, 'base64'),
  );
}

/** Outlook in a browser, and the new Outlook for Windows. */
export function outlookWeb(letter: Letter): Buffer {
  const { says = '', lang } = letter;
  const below = belowOf(letter);
  const head = outlookHead(letter);
  let text = says;
  let html = lines(says, 'div', 'class="elementToProof" style="font-family: Aptos; font-size: 12pt;"');
  if (below !== undefined) {
    text += `\n\n________________________________\n${head}\n\n${below}\n`;
    html += `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${bold(head)}</font><div>&nbsp;</div></div>${lines(below)}`;
  }
  return mailOf(
    headOf(letter, 'DB9PR04MB8123@DB9PR04MB8123.eurprd04.prod.outlook.com', WORDS[lang]),
    multipart('alternative', '_000_DB9PR04MB8123DB9PR04MB8123eurp_', [
      textPart('text/plain; charset="utf-8"', text, 'base64'),
      textPart('text/html; charset="utf-8"', `<html><head></head><body dir="ltr">${html}</body></html>`, 'base64'),
    ]),
  );
}

/** Outlook on phones. */
export function outlookMobile(letter: Letter): Buffer {
  const { says = '', lang } = letter;
  const below = belowOf(letter);
  const head = outlookHead(letter);
  let text = says;
  let html = lines(says, 'div', 'dir="auto"');
  if (below !== undefined) {
    text += `\n________________________________\n${head}\n\n${below}\n`;
    html += `<div id="mail-editor-reference-message-container" dir="auto"><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">${bold(head)}</font></div><br>${lines(below)}</div>`;
  }
  return mailOf(
    headOf(letter, 'AS8PR05MB9999@AS8PR05MB9999.eurprd05.prod.outlook.com', WORDS[lang]),
    multipart('alternative', '_000_AS8PR05MB9999AS8PR05MB9999eurp_', [
      textPart('text/plain; charset="utf-8"', text, 'quoted-printable'),
      textPart('text/html; charset="utf-8"', `<html><head></head><body>${html}</body></html>`, 'quoted-printable'),
    ]),
  );
}

/** A phone that sends through Exchange ActiveSync: HTML alone, the head below a line. */
export function activeSync(letter: Letter): Buffer {
  const { says = '', lang } = letter;
  const below = belowOf(letter);
  const html =
    below === undefined
      ? lines(says)
      : `${lines(says)}<br><hr><div><b></b>${breaks(outlookHead(letter))}</div><br>${lines(below)}`;
  return mailOf(
    [...headOf(letter, 'eas-4711@example.com', WORDS[lang]), 'X-MS-Has-Attach:'],
    textPart('text/html; charset="utf-8"', `<html><body>${html}</body></html>`, 'base64'),
  );
}
