import { CARLA, type Letter, SHOP, WORDS } from './letter.ts';
import { breaks, escape, headOf, lines, mailOf, marked, multipart, textPart } from './mime.ts';

const PLAIN = 'text/plain; charset="UTF-8"';
const HTML = 'text/html; charset="UTF-8"';
const QUOTE =
  'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"';

/** Gmail in a browser. Answers between the lines of a quotation stand in the element of the quotation. */
export const gmailWeb = (letter: Letter) => gmail(letter, { isApp: false });

/** The app of Gmail on phones: nothing is broken into lines. */
export const gmailApp = (letter: Letter) => gmail(letter, { isApp: true });

function gmail(letter: Letter, { isApp }: { isApp: boolean }): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const given = WORDS[lang].gmail;
  const attribution = isApp ? given.replace(/<\n/, '<').replaceAll('\n', ' ') : given;
  const attr = `<div dir="ltr" class="gmail_attr">${breaks(attribution.replace(/<\n/, '<').replaceAll('\n', ' '))}<br></div>`;
  const dir = isApp ? 'auto' : 'ltr';
  const own = says === '' ? '' : `<div dir="${dir}">${lines(says)}</div>`;
  const block = (text: string) => `<blockquote ${QUOTE}>${lines(text)}</blockquote>`;
  let text = says;
  let html = own;
  if (quotes !== undefined) {
    text += `\n\n${attribution}\n\n${marked(quotes)}\n`;
    html += `<br><div class="gmail_quote gmail_quote_container">${attr}${block(quotes)}</div>`;
  } else if (between) {
    const above = says === '' ? '' : `${says}\n\n`;
    text = `${above}${attribution}\n\n${between.map(([old, answer]) => `${marked(old)}\n>\n${answer}\n`).join('\n')}`;
    const pieces = between.map(([old, answer]) => `${block(old)}<div>${breaks(answer)}</div>`).join('');
    html = `<div dir="ltr">${says && lines(says)}<div class="gmail_quote gmail_quote_container">${attr}${pieces}</div></div>`;
  } else if (forwards !== undefined) {
    const [from] = WORDS[lang].names;
    const head = `---------- Forwarded message ---------\n${from}: ${SHOP}\nDate: Sat, Nov 21, 2026 at 10:00\nSubject: Invoice 77\nTo: ${CARLA}`;
    text += `\n\n${head}\n\n\n${forwards}\n`;
    html += `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${breaks(head)}<br></div><br><br>${lines(forwards)}</div>`;
  }
  return mailOf(
    headOf(letter, 'CAJ5qX=9gE4yJ2@mail.gmail.com'),
    multipart('alternative', '000000000000a1b2c3064f9d1e7a', [
      textPart(PLAIN, text, 'quoted-printable'),
      textPart(HTML, html, 'quoted-printable'),
    ]),
  );
}

/** Mail on a Mac: the line above the quotation, and a forwarded mail, have the mark of quotations in the text. */
export function appleMail(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const { apple, appleForward, names } = WORDS[lang];
  const cite = (html: string) => `<blockquote type="cite">${html}</blockquote>`;
  const above = `<div>${escape(apple)}</div><br class="Apple-interchange-newline">`;
  let text = says;
  let html = `${breaks(says)}<br id="lineBreakAtBeginningOfMessage">`;
  if (quotes !== undefined) {
    text += `\n\n${marked(`${apple}\n\n${quotes}`, '> ')}\n`;
    html += `<div><br>${cite(`${above}<div>${lines(quotes)}</div>`)}</div><br>`;
  } else if (between) {
    text = `${says && `${says}\n\n`}${marked(`${apple}\n`, '> ')}\n`;
    text += between.map(([old, answer]) => `${marked(old)}\n\n${answer}\n`).join('\n');
    const pieces = between.map(([old, answer]) => `${cite(lines(old))}<div><br></div><div>${breaks(answer)}</div>`);
    html = `${says && `<div>${breaks(says)}</div>`}<div>${cite(above)}${pieces.join('<div><br></div>')}</div>`;
  } else if (forwards !== undefined) {
    const [from, , to, subject] = names;
    const head = `${from}: ${SHOP}\n${subject}: Invoice 77\nDate: 21 November 2026 at 10:00:00 CET\n${to}: ${CARLA}`;
    text += `\n\n${marked(`${appleForward}\n\n${head}\n\n${forwards}`, '> ')}\n`;
    const rows = head.split('\n').map((line) => `<div><b>${escape(line).replace(':', ':</b>')}</div>`);
    html += `<div><br>${cite(`<div>${escape(appleForward)}</div><br>${rows.join('')}<br><div>${lines(forwards)}</div>`)}</div><br>`;
  }
  const body = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${html}</body></html>`;
  return mailOf(
    [...headOf(letter, '5F1C0A2E-7B1D@example.com'), 'X-Mailer: Apple Mail (2.3826.200.121)'],
    multipart('alternative', 'Apple-Mail=_7C5B8E0A-2F4D', [
      textPart('text/plain;\r\n\tcharset=utf-8', text, 'quoted-printable'),
      textPart('text/html;\r\n\tcharset=utf-8', body, 'quoted-printable'),
    ]),
  );
}

/** Mail on an iPhone. */
export function iosMail(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const { apple, appleForward, names } = WORDS[lang];
  const cite = (html: string) => `<blockquote type="cite">${html}</blockquote>`;
  // An invisible character stands before the text that is answered.
  const mark = '\uFEFF';
  let text = says;
  let html = `<div dir="ltr">${lines(says)}</div>`;
  if (quotes !== undefined) {
    text += `\n\n${marked(`${apple}\n\n${mark}${quotes}`, '> ')}\n`;
    html += `<div dir="ltr"><br>${cite(`${escape(apple)}<br><br>`)}</div>${cite(`<div dir="ltr">${mark}${lines(quotes)}</div>`)}`;
  } else if (between) {
    text = `${says && `${says}\n\n`}${marked(`${apple}\n`, '> ')}\n`;
    text += between.map(([old, answer]) => `${marked(mark + old)}\n${answer}\n`).join('');
    const pieces = between.map(
      ([old, answer]) => `${cite(`<div dir="ltr">${mark}${lines(old)}</div>`)}${breaks(answer)}<br>`,
    );
    html = `${says && `<div dir="ltr">${lines(says)}</div>`}<div dir="ltr">${cite(`${escape(apple)}<br><br>`)}</div>${pieces.join('')}`;
  } else if (forwards !== undefined) {
    const [from, , to, subject] = names;
    const head = `${from}: ${SHOP}\nDate: 21 November 2026 at 10:00:00 CET\n${to}: ${CARLA}\n${subject}: Invoice 77`;
    text += `\n\n${appleForward}\n\n${marked(`${head}\n\n${mark}${forwards}`, '> ')}\n`;
    html += `<div dir="ltr"><br>${escape(appleForward)}<br><br></div>${cite(`<div dir="ltr">${breaks(head)}<br><br></div>`)}${cite(`<div dir="ltr">${mark}${lines(forwards)}</div>`)}`;
  }
  return mailOf(
    [...headOf(letter, '0B7E-4D1A@example.com'), 'X-Mailer: iPhone Mail (23B85)'],
    multipart('alternative', 'Apple-Mail-4E5D2C1B', [
      textPart('text/plain;\r\n\tcharset=utf-8', text, 'quoted-printable'),
      textPart(
        'text/html;\r\n\tcharset=utf-8',
        `<html><head></head><body dir="auto">${html}</body></html>`,
        'quoted-printable',
      ),
    ]),
  );
}
