import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { ACCOUNT_HEADER, CONTACT_HEADER } from '../../../mail/outbox.ts';
import { names, type Sought, soughtOf } from './is-about.ts';
import type { Subject } from './subject.ts';

/**
 * Removes the account's mails in DATA_DIR/outbox (used without a mail server) that are about the contact or contain their
 * address or number. Mails of earlier versions, which do not name their account, are removed if they contain an address or
 * number. Returns the number of removed mails.
 */
export async function removeMails(dataDir: string, subject: Subject): Promise<number> {
  const sought = soughtOf(subject);
  const { default: PostalMime } = await import('postal-mime');
  const folder = join(dataDir, 'outbox');
  const mails = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  let removed = 0;
  for (const name of mails) {
    const mail = await readFile(join(folder, name)).catch(() => null);
    if (mail === null || !isAbout(await PostalMime.parse(mail), sought)) continue;
    await unlink(join(folder, name));
    removed += 1;
  }
  return removed;
}

function isAbout(mail: Email, sought: Sought): boolean {
  const account = headerOf(mail, ACCOUNT_HEADER);
  if (account !== null && account !== String(sought.accountId)) return false;
  return sought.contactIds.has(Number(headerOf(mail, CONTACT_HEADER))) || names(textOf(mail), sought);
}

function headerOf({ headers }: Email, name: string): string | null {
  return headers.find(({ key }) => key === name)?.value ?? null;
}

function textOf({ subject, to, cc, text, html, attachments }: Email): string {
  const files = attachments
    .filter(({ mimeType }) => mimeType.startsWith('text/'))
    .map(({ content }) => (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()));
  return [subject, JSON.stringify([to, cc]), text, html, ...files].join('\n');
}
