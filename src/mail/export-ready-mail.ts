import { attachmentOf, linkOf, type MadeFile } from './made-file.ts';
import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type FinishedExport = { accountName: string; count: number };

/** The mail with an export of contacts, attached or as a link; `count` of the report is how many there are. */
export async function exportReadyMail(to: string[], report: FinishedExport, file: MadeFile): Promise<Mail> {
  return { to, ...(await render('export-ready', { ...report, link: linkOf(file) })), attachments: attachmentOf(file) };
}
