import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { names } from './is-about.ts';
import type { Subject } from './subject.ts';

/**
 * Removes the mails in DATA_DIR/outbox that are to the contact or name them. They are there where no server sends them.
 * Returns how many were removed.
 */
export async function removeMails(dataDir: string, subject: Subject): Promise<number> {
  const sought = { texts: [...subject.texts, ...subject.names] };
  const folder = join(dataDir, 'outbox');
  const mails = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  let removed = 0;
  for (const name of mails) {
    const mail = await readFile(join(folder, name)).catch(() => null);
    if (mail === null || !names(await textOf(mail), sought)) continue;
    await unlink(join(folder, name));
    removed += 1;
  }
  return removed;
}

async function textOf(mail: Buffer): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const { subject, to, cc, text, html } = await PostalMime.parse(mail);
  return [subject, JSON.stringify([to, cc]), text, html].join('\n');
}
