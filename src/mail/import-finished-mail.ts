import { attachmentOf, linkOf, type MadeFile } from './made-file.ts';
import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type FinishedImport = {
  accountName: string;
  filename: string;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Why nothing was imported; null = the file was imported. */
  problem: string | null;
};

/**
 * The mail that tells the result of an import. `rejected` is the file of the rows that were not imported; null = there
 * is none, or it has been deleted.
 */
export async function importFinishedMail(
  to: string[],
  report: FinishedImport,
  rejected: MadeFile | null,
): Promise<Mail> {
  const attachments = attachmentOf(rejected);
  const data = { ...report, isAttached: attachments.length > 0, link: linkOf(rejected) };
  return { to, ...(await render('import-finished', data)), attachments };
}
