import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './mail.ts';

/** A mail with everything that nodemailer needs to write it. */
export type AddressedMail = Omit<Mail, 'to'> & {
  /** The account in which it is sent; null = in none. */
  accountId: number | null;
  to: { name: string; address: string }[];
  from: string;
  messageId: string;
  headers: Record<string, string>;
};

/** The headers with account and contact of a mail in the outbox, for erasures of a contact. */
export const ACCOUNT_HEADER = 'x-parley-account';
export const CONTACT_HEADER = 'x-parley-contact';
/** Stands for the account of a mail that is sent in none. */
const NO_ACCOUNT = 'none';

/**
 * Writes the mail to the file `<id>.eml` in `folder`, which mail programs can open; a mail with the same `id` is
 * replaced. Returns the path.
 * @throws Error when the file cannot be written
 */
export async function writeToOutbox(folder: string, mail: AddressedMail, id: string): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail({
    ...mail,
    headers: { ...mail.headers, ...headersOf(mail) },
  });
  const path = join(folder, `${id}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(message as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return path;
}

function headersOf({ accountId, contactId }: AddressedMail): Record<string, string> {
  return {
    [ACCOUNT_HEADER]: accountId === null ? NO_ACCOUNT : String(accountId),
    ...(contactId !== undefined && { [CONTACT_HEADER]: String(contactId) }),
  };
}
