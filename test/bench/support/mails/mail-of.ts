/** One mail in so many has a file, of so many bytes. */
const FILE_EVERY = 20;
const FILE_BYTES = 40_000;
/** Mails of one sender in a mailbox: each answers the one before. */
const OF_SENDER = 4;

/** The mail of a number in a mailbox, as mail programs write them: the text twice, as HTML with its styles, and what it answers below it. */
export function mailOf(mailbox: number, number: number): string {
  const [sender, turn] = [Math.floor(number / OF_SENDER), number % OF_SENDER];
  const idOf = (which: number) => `<${mailbox}.${sender}.${which}@example.com>`;
  const head = [
    `From: Carla Contact <carla-${mailbox}-${sender}@example.com>`,
    `To: Support <bench-${mailbox}@example.com>`,
    `Subject: ${turn > 0 ? 'Re: ' : ''}My order ${sender}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: ${idOf(turn)}`,
    ...(turn > 0 ? [`In-Reply-To: ${idOf(turn - 1)}`, `References: ${idOf(0)} ${idOf(turn - 1)}`] : []),
    'MIME-Version: 1.0',
  ];
  const text = `Hello, my order ${sender} has not arrived yet. Can you help?\r\n`.repeat(6);
  const quoted = `On Monday, Support <bench-${mailbox}@example.com> wrote:\r\n${text.replaceAll(/^/gm, '> ')}`;
  const rows =
    '<p style="margin:0;font-family:Arial,sans-serif"><span style="color:#222">Hello, it is late.</span></p>';
  const html = `<html><body>${rows.repeat(20)}<div class="gmail_quote"><blockquote>${rows.repeat(20)}</blockquote></div></body></html>`;
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n${quoted}`,
    `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
  ];
  const body = multipart('alternative', 'inner', parts);
  if (number % FILE_EVERY > 0) return `${head.join('\r\n')}\r\n${body}`;
  const file = Buffer.alloc(FILE_BYTES, `${mailbox} ${number} `).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const attachment = `Content-Type: application/pdf; name="order.pdf"\r\nContent-Disposition: attachment; filename="order.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n`;
  return `${head.join('\r\n')}\r\n${multipart('mixed', 'outer', [body, attachment])}`;
}

function multipart(kind: string, boundary: string, parts: string[]): string {
  const inside = parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}\r\n--${boundary}--\r\n`;
}
