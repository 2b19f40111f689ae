import type { Attachment, Mail } from './mail.ts';
import { render } from './render.ts';

export type FinishedImport = {
  accountName: string;
  filename: string;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Why the rest of the file was not read; null = all of it was. */
  problem: string | null;
};

/** Tells how an import went; `rejected` is the file of the rows that were not taken, null = all were. */
export function importFinishedMail(to: string[], report: FinishedImport, rejected: Attachment | null): Mail {
  return { to, ...render('import-finished', report), ...(rejected && { attachments: [rejected] }) };
}
