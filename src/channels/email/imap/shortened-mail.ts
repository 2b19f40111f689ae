/** Lines of the head that say how the text and the files are written. */
const OF_BODY = /^(content-[\w-]+|mime-version)\s*:/i;
const MEGABYTE = 1024 * 1024;

/** A mail that is too large, as one with a text that says so: its head is kept, so that it finds its conversation. */
export function shortenedMail(head: Uint8Array, size: number): Uint8Array {
  const lines = Buffer.from(head)
    .toString('latin1')
    .replace(/(\r?\n)+$/, '')
    .replaceAll(/\r?\n(?=[ \t])/g, '\n')
    .split(/\r?\n(?![ \t])/);
  const kept = lines.filter((line) => !OF_BODY.test(line)).map((line) => line.replaceAll('\n', '\r\n'));
  const text = `This mail has ${Math.ceil(size / MEGABYTE)} MB, which is too much to be fetched. It is in the mailbox.`;
  const mail = [...kept, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', text, ''];
  return Buffer.from(mail.join('\r\n'), 'latin1');
}
