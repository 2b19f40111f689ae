import { CARLA, type Letter, SHOP, SUPPORT, WORDS } from './letter.ts';
import { breaks, escape, headOf, lines, mailOf, marked, multipart, textPart } from './mime.ts';

/** The head that Thunderbird and others put above what they forward. */
function forwardHead({ lang }: Letter, order: 'thunderbird' | 'other'): string {
  const [from, , to, subject] = WORDS[lang].names;
  const rows = {
    thunderbird: [
      `${subject}: \tInvoice 77`,
      'Date: \tSat, 21 Nov 2026 10:00:00 +0100',
      `${from}: \t${SHOP}`,
      `${to}: \t${CARLA}`,
    ],
    other: [
      `${from}: ${SHOP}`,
      'Date: Saturday, November 21st, 2026 at 10:00',
      `${subject}: Invoice 77`,
      `${to}: ${CARLA}`,
    ],
  };
  return rows[order].join('\n');
}

/** Thunderbird, with HTML: the text beside it is flowed. */
export function thunderbird(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const { thunderbird: attribution, thunderbirdForward } = WORDS[lang];
  const prefix = `<div class="moz-cite-prefix">${escape(attribution)}<br></div>`;
  const cite = (text: string) =>
    `<blockquote type="cite" cite="mid:first@acme.example">${lines(text, 'p')}</blockquote>`;
  let text = says;
  let html = lines(says, 'p');
  if (quotes !== undefined) {
    text += `\n\n${attribution}\n${marked(quotes)}\n`;
    html += `${prefix}${cite(quotes)}`;
  } else if (between) {
    text = `${says && `${says}\n\n`}${attribution}\n${between.map(([old, answer]) => `${marked(old)}\n${answer}\n`).join('')}`;
    html = `${says && lines(says, 'p')}${prefix}${between.map(([old, answer]) => `${cite(old)}<p>${breaks(answer)}</p>`).join('')}`;
  } else if (forwards !== undefined) {
    const head = forwardHead(letter, 'thunderbird');
    text += `\n\n\n${thunderbirdForward}\n${head}\n\n\n\n${forwards}\n`;
    const rows = head.split('\n').map((row) => {
      const [name = '', value = ''] = row.split(' \t');
      return `<tr><th valign="BASELINE" align="RIGHT" nowrap="nowrap">${name} </th><td>${escape(value)}</td></tr>`;
    });
    html += `<div class="moz-forward-container"><br><br>${thunderbirdForward}<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody>${rows.join('')}</tbody></table><br><br>${lines(forwards, 'p')}</div>`;
  }
  return mailOf(
    [...headOf(letter, '7b1d9a52-0f3c@example.com'), 'User-Agent: Mozilla Thunderbird'],
    multipart('alternative', '------------8RkE0fQb7cGn2VYp', [
      textPart('text/plain; charset=UTF-8; format=flowed', text),
      textPart('text/html; charset=UTF-8', `<!DOCTYPE html><html><body>${html}</body></html>`),
    ]),
  );
}

/** Thunderbird where mails are plain text. `breaks` has a blank before each line break that belongs to no one: flowed text. */
export function thunderbirdText(letter: Letter, text: string): Buffer {
  return mailOf(
    [...headOf(letter, '9c2e0b63-1a4d@example.com'), 'User-Agent: Mozilla Thunderbird'],
    textPart('text/plain; charset=UTF-8; format=flowed', text),
  );
}

/** Thunderbird for Android, which was K-9 Mail. */
export function k9(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const attribution = WORDS[lang].gmail.replace(/<\n/, '<').replaceAll('\n', ' ');
  const quote =
    'class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;"';
  const cite = (text: string) => `<blockquote ${quote}>${breaks(text)}</blockquote>`;
  let text = says;
  let html = breaks(says);
  if (quotes !== undefined) {
    text += `\n\n${attribution}\n${marked(quotes)}\n`;
    html += `<br><br><div class="gmail_quote">${escape(attribution)}${cite(quotes)}</div>`;
  } else if (between) {
    text = `${says && `${says}\n\n`}${attribution}\n${between.map(([old, answer]) => `${marked(old)}\n${answer}\n`).join('')}`;
    // Answers between the lines are written as plain text.
    return mailOf(
      [...headOf(letter, 'K9-77@example.com'), 'User-Agent: Thunderbird for Android'],
      textPart('text/plain; charset=utf-8', text, '8bit'),
    );
  } else if (forwards !== undefined) {
    const [from, sent, to, subject] = WORDS[lang].names;
    const head = `${from}: ${SHOP}\n${sent}: 21 November 2026 10:00:00 CET\n${to}: ${CARLA}\n${subject}: Invoice 77`;
    text += `\n\n-------- Original Message --------\n${head}\n\n${forwards}\n`;
    html += `<br><br><div class="gmail_quote">-------- Original Message --------<br>${breaks(head)}<br><br>${breaks(forwards)}</div>`;
  }
  return mailOf(
    [...headOf(letter, 'K9-78@example.com'), 'User-Agent: Thunderbird for Android'],
    multipart('alternative', '----1ABCDEFGHIJK2LMNOPQRSTUVWXYZ34', [
      textPart('text/plain;\r\n charset=utf-8', text, 'quoted-printable'),
      textPart('text/html;\r\n charset=utf-8', `<!DOCTYPE html><html><body>${html}</body></html>`, 'quoted-printable'),
    ]),
  );
}

/** Yahoo in a browser: the text marks no line of the quotation. */
export function yahoo(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const attribution = WORDS[lang].apple;
  const below = quotes ?? between?.map(([old, answer]) => `${old}\n\n${answer}`).join('\n\n');
  let text = ` ${says.replaceAll('\n', '\n ')}`;
  let html = `<div class="ydp1a2b3c4dyahoo-style-wrap"><div dir="ltr">${breaks(says)}</div><div><br></div></div>`;
  const quoted = (inner: string) =>
    `<div id="ydp5e6f7a8byahoo_quoted_4711" class="ydp5e6f7a8byahoo_quoted"><div style="font-family:Helvetica;font-size:13px;color:#26282a;">${inner}</div></div>`;
  if (below !== undefined) {
    text += `\n\n    ${attribution}  \n \n ${below.replaceAll('\n', '\n ')}\n  `;
    html += quoted(`<div>${escape(attribution)}</div><div><br></div><div><br></div><div>${lines(below)}</div>`);
  } else if (forwards !== undefined) {
    const head = `----- Forwarded Message -----\nFrom: ${SHOP}\nTo: ${CARLA}\nSent: Saturday, November 21, 2026 at 10:00:00 AM GMT+1\nSubject: Invoice 77`;
    text += `\n\n    ${head.replaceAll('\n', ' ')}\n ${forwards}\n  `;
    html += quoted(`<div>${breaks(head)}</div><div><br></div><div>${lines(forwards)}</div>`);
  }
  return mailOf(
    [...headOf(letter, '1844674407.4711@mail.yahoo.com'), 'X-Mailer: WebService/1.1.24866 YMailNorrin'],
    multipart('alternative', '----=_Part_4711_815.1795428000000', [
      textPart('text/plain; charset=UTF-8', text, 'quoted-printable'),
      textPart('text/html; charset=UTF-8', `<html><head></head><body>${html}</body></html>`, 'quoted-printable'),
    ]),
  );
}

/** GMX and WEB.DE in a browser: HTML alone, the date first. */
export function gmx(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const { names, sent, subject: about } = WORDS[lang];
  const [from, date, to, subject] = names;
  const isForward = forwards !== undefined;
  const below = quotes ?? forwards ?? between?.map(([old]) => old).join('\n');
  const rows = [
    `${date}: ${sent}`,
    `${from}: "${isForward ? SHOP.replace(' <', '" <') : SUPPORT.replace(' <', '" <')}`,
    `${to}: ${CARLA}`,
    `${subject}: ${isForward ? 'Invoice 77' : about}`,
  ];
  const head = rows.map((row) => `<b>${escape(row).replace(': ', ':</b>&nbsp;')}`).join('<br/>');
  const content = between
    ? between
        .map(
          ([old, answer]) =>
            `${lines(old)}</div></div><div>${breaks(answer)}</div><div name="quote"><div name="quoted-content">`,
        )
        .join('')
    : lines(below ?? '');
  const quote = `<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;">${head}</div><div name="quoted-content">${content}</div></div>`;
  const html = `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>${lines(says)}${below === undefined ? '' : `<div>&nbsp;${quote}</div>`}</div></div></body></html>`;
  return mailOf(
    [...headOf(letter, 'trinity-4711@3c-app-gmx-bs01', { re: 'Aw', fw: 'Fw' }), 'X-UI-Message-Type: mail'],
    textPart('text/html; charset=UTF-8', html, 'quoted-printable'),
  );
}

/** Proton in a browser. */
export function proton(letter: Letter): Buffer {
  const { says = '', quotes, between, forwards } = letter;
  const attribution = 'On Monday, November 23rd, 2026 at 9:00 AM, Acme Support <support@acme.example> wrote:';
  const cite = (text: string) => `<blockquote class="protonmail_quote" type="cite">${lines(text)}</blockquote>`;
  let text = says;
  let html = lines(says, 'div', 'style="font-family: Arial; font-size: 14px;"');
  if (quotes !== undefined) {
    text += `\n\n${attribution}\n\n${marked(quotes)}\n`;
    html += `<div class="protonmail_quote">${escape(attribution)}<br><br>${cite(quotes)}<br></div>`;
  } else if (between) {
    text = `${says && `${says}\n\n`}${attribution}\n\n${between.map(([old, answer]) => `${marked(old)}\n\n${answer}\n\n`).join('')}`;
    html = `${says && lines(says)}<div class="protonmail_quote">${escape(attribution)}<br><br>${between.map(([old, answer]) => `${cite(old)}<div>${breaks(answer)}</div>`).join('')}</div>`;
  } else if (forwards !== undefined) {
    const head = `------- Forwarded Message -------\n${forwardHead({ ...letter, lang: 'en' }, 'other')}`;
    text += `\n\n${head}\n\n${marked(forwards)}\n`;
    html += `<div class="protonmail_quote">${breaks(head)}<br><br>${cite(forwards)}<br></div>`;
  }
  return mailOf(
    headOf(letter, 'Zx9Q8w7E@protonmail.com'),
    multipart('alternative', 'b1_Zx9Q8w7E6r5T4y3U', [
      textPart('text/plain; charset=utf-8', text, 'base64'),
      textPart('text/html; charset=utf-8', html, 'base64'),
    ]),
  );
}

/** The mail app of Samsung phones: the same heading above what is answered and what is forwarded. */
export function samsung(letter: Letter): Buffer {
  const { lang, says = '', quotes, between, forwards } = letter;
  const [from, , to, subject] = WORDS[lang].names;
  const isForward = forwards !== undefined;
  const below = quotes ?? forwards ?? between?.map(([old, answer]) => `${old}\n\n${answer}`).join('\n\n');
  const head = [
    '-------- Original message --------',
    `${from}: ${isForward ? SHOP : SUPPORT} `,
    'Date: 23/11/2026  09:00  (GMT+01:00) ',
    `${to}: ${CARLA} `,
    `${subject}: ${isForward ? 'Invoice 77' : WORDS[lang].subject} `,
  ];
  let text = says;
  let html = lines(says, 'div', 'dir="auto"');
  if (below !== undefined) {
    text += `\n\n\n${head.join('\n')}\n\n${below}\n`;
    html += `<div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>${head.map((row) => escape(row.trimEnd())).join('</div><div>')}</div><div><br></div></div>${lines(below)}`;
  }
  return mailOf(
    headOf(letter, 'jrxk5n3v.1795428000000@email.android.com'),
    multipart('alternative', '--_com.samsung.android.email_1795428000000', [
      textPart('text/plain; charset=utf-8', text, 'base64'),
      textPart('text/html; charset=utf-8', `<html><body>${html}</body></html>`, 'base64'),
    ]),
  );
}

/** mutt: plain text, the head of a forwarded mail between lines of its own. */
export function mutt(letter: Letter): Buffer {
  const { says = '', quotes, between, forwards } = letter;
  const attribution = 'On Mon, Nov 23, 2026 at 09:00:00AM +0100, Acme Support wrote:';
  let text = says;
  if (quotes !== undefined) text += `\n\n${attribution}\n${marked(quotes)}\n`;
  if (between) {
    text = `${says && `${says}\n\n`}${attribution}\n${between.map(([old, answer]) => `${marked(old)}\n\n${answer}\n\n`).join('')}`;
  }
  if (forwards !== undefined) {
    text += `\n\n----- Forwarded message from ${SHOP} -----\n\nDate: Sat, 21 Nov 2026 10:00:00 +0100\nFrom: ${SHOP}\nTo: ${CARLA}\nSubject: Invoice 77\n\n${forwards}\n\n----- End forwarded message -----\n`;
  }
  return mailOf(
    [...headOf(letter, '20261123090000.GA4711@example.com'), 'User-Agent: Mutt/2.2.13', 'Content-Disposition: inline'],
    textPart('text/plain; charset=utf-8', text),
  );
}

/** Zoho in a browser: the text marks no line of the quotation. */
export function zoho(letter: Letter): Buffer {
  const { says = '', quotes, between, forwards } = letter;
  const attribution = `---- On Mon, 23 Nov 2026 09:00:00 +0100 ${SUPPORT} wrote ----`;
  const cite = (text: string) => `<blockquote id="blockquote_zmail" style="margin: 0px;">${lines(text)}</blockquote>`;
  let text = says;
  let html = lines(says);
  const extra = (inner: string) =>
    `<br><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204); height: 0px;"><br></div><div class="zmail_extra">${inner}</div>`;
  if (quotes !== undefined) {
    text += `\n\n\n\n${attribution}\n\n\n\n${quotes}\n`;
    html += extra(`<div id="Zm-_Id_-Sgn1">${escape(attribution)}</div><br>${cite(quotes)}`);
  } else if (between) {
    text = `${says && `${says}\n\n`}${attribution}\n\n${between.map(([old, answer]) => `${old}\n\n${answer}\n\n`).join('')}`;
    html = `${says && lines(says)}${extra(`<div>${escape(attribution)}</div><br>${between.map(([old, answer]) => `${cite(old)}<div>${breaks(answer)}</div>`).join('')}`)}`;
  } else if (forwards !== undefined) {
    const head = `============ Forwarded message ============\nFrom: ${SHOP}\nTo: ${CARLA}\nDate: Sat, 21 Nov 2026 10:00:00 +0100\nSubject: Invoice 77\n============ Forwarded message ============`;
    text += `\n\n\n${head}\n\n${forwards}\n`;
    html += extra(`<div>${breaks(head)}</div><br>${cite(forwards)}`);
  }
  return mailOf(
    [...headOf(letter, '19a1b2c3d4e.4711@zoho.example'), 'X-Mailer: Zoho Mail'],
    multipart('alternative', '----=_Part_4711_1337.1795428000', [
      textPart('text/plain; charset="UTF-8"', text, 'quoted-printable'),
      textPart(
        'text/html; charset="UTF-8"',
        `<html><head></head><body><div>${html}</div></body></html>`,
        'quoted-printable',
      ),
    ]),
  );
}
