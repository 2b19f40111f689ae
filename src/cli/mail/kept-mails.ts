import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail in the outbox; `name` is its file's name without the extension. */
export type KeptMail = {
  name: string;
  date: string | null;
  from: string;
  to: string[];
  subject: string;
  /** Its plain text. */
  text: string;
};

const ENDING = '.eml';

/** The names of the mails in the folder, the oldest first; none where there is no folder. */
export async function listKeptMails(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const mails = files.filter((file) => file.endsWith(ENDING));
  const dated = await Promise.all(
    mails.map(async (file) => ({
      name: file.slice(0, -ENDING.length),
      at: (await stat(join(folder, file))).mtimeMs,
    })),
  );
  return dated.toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** The mail with its parts decoded. @throws Error when it cannot be read */
export async function readKeptMail(folder: string, name: string): Promise<KeptMail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(await readFile(join(folder, `${name}${ENDING}`)));
  return {
    name,
    date: mail.date ?? null,
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address ?? ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
  };
}
