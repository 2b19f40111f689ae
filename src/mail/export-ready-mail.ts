import type { Attachment, Mail } from './mail.ts';
import { render } from './render.ts';

export type FinishedExport = {
  accountName: string;
  count: number;
  /** Where the file can be fetched; null = it is attached. */
  link: { url: string; until: string } | null;
};

/** Brings an export of contacts, or says where it is. */
export function exportReadyMail(to: string[], report: FinishedExport, file: Attachment | null): Mail {
  return { to, ...render('export-ready', report), ...(file && { attachments: [file] }) };
}
