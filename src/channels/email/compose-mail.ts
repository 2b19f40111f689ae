import { access } from 'node:fs/promises';
import { toPlain } from '../../markdown/to-plain.ts';
import { renderText } from '../render-text.ts';
import { withSharedAsText } from '../shared-things.ts';
import type { MailHead, OutgoingFile, OutgoingMessage } from '../transport.ts';
import { mailHtml } from './mail-html.ts';
import type { SmtpMail } from './send-by-smtp.ts';

/** Bytes of files that go with a mail; mail servers take 20 to 35 MB, and base64 adds a third. */
const FILES_BYTES = 20_000_000;

/**
 * The mail of a message, as text and HTML, from `from` (null = the inbox's address). Files that are too large for a mail
 * are linked. `missing` is a file that cannot be read.
 */
export async function composeMail(
  given: OutgoingMessage,
  from: string | null,
): Promise<(SmtpMail & { messageId: string }) | { missing: string }> {
  const message = withSharedAsText(given);
  const head = message.mail;
  if (head === null) throw new Error(`message ${message.id} is no mail`);
  const { attached, linked } = shareFiles(message.files);
  for (const { path, name } of attached) {
    if (!(await isReadable(path))) return { missing: name };
  }
  const pictures = await readable(head.pictures);

  const links = linked.map(({ name, url }) => `[${name}](${url})`);
  const signature = head.signature === '' ? [] : [`--\n\n${head.signature}`];
  const body = [renderText(message), ...links, ...signature].filter((part) => part !== '').join('\n\n');
  const cids = new Map(pictures.map(({ url }, index) => [url, `picture-${index}.${head.messageId}`]));
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    ...headersOf(head, from),
    text: textOf(message, linked, head),
    html: mailHtml(body, cids),
    attachments: [
      ...attached.map(({ name, contentType, path }) => ({ filename: name, contentType, path })),
      ...pictures.map(({ name, path, url }) => ({ filename: name, path, cid: cids.get(url) ?? '' })),
    ],
    // Only files of this server may be attached, whatever the text names.
    disableUrlAccess: true,
  }).compile();
  const envelope = node.getEnvelope();
  return {
    messageId: head.messageId,
    from: from ?? head.inboxAddress,
    recipients: envelope.to,
    bytes: await node.build(),
  };
}

function headersOf(head: MailHead, from: string | null) {
  return {
    from: { name: head.fromName, address: from ?? head.inboxAddress },
    replyTo: head.replyTo,
    to: head.to.map(addressed),
    cc: head.cc.map(addressed),
    bcc: head.bcc.map(addressed),
    subject: head.subject,
    messageId: `<${head.messageId}>`,
    inReplyTo: `<${head.inReplyTo}>`,
    references: head.references.map((id) => `<${id}>`).join(' '),
    ...(head.automatic && {
      headers: { 'Auto-Submitted': head.automatic, 'X-Auto-Response-Suppress': 'All' },
    }),
  };
}

/** One address, never parsed as a list. */
const addressed = (address: string) => ({ name: '', address });

function textOf(message: OutgoingMessage, linked: readonly OutgoingFile[], { signature }: MailHead): string {
  const links = linked.map(({ name, url }) => `${name}: ${url}`);
  // A line of two hyphens and a space is what programs know signatures by.
  const below = signature === '' ? [] : [`-- \n${toPlain(signature)}`];
  return [toPlain(renderText(message)), ...links, ...below].filter((part) => part !== '').join('\n\n');
}

/** The files that fit into a mail, in their order, and the others. */
function shareFiles(files: readonly OutgoingFile[]): { attached: OutgoingFile[]; linked: OutgoingFile[] } {
  const attached: OutgoingFile[] = [];
  const linked: OutgoingFile[] = [];
  let free = FILES_BYTES;
  for (const file of files) {
    if (file.size > free) linked.push(file);
    else {
      attached.push(file);
      free -= file.size;
    }
  }
  return { attached, linked };
}

/** Those that are there; the others stay links in the text. */
async function readable<F extends { path: string }>(files: readonly F[]): Promise<F[]> {
  const found = await Promise.all(files.map(({ path }) => isReadable(path)));
  return files.filter((_, index) => found[index]);
}

const isReadable = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
