import type { ImapFlow } from 'imapflow';
import { FOLDER } from '../folder.ts';
import type { Folder } from './protocol.ts';

/** Opens the folder without changing anything in it; its numbers are those of this moment. @throws Error when it cannot be opened */
export async function openFolder(client: ImapFlow): Promise<Folder> {
  const { exists, uidNext, uidValidity } = await client.mailboxOpen(FOLDER, { readOnly: true });
  return { exists, uidNext, uidValidity: String(uidValidity) };
}
