import type { UserRecord } from '../../records/user.ts';
import { agentBlock } from '../../wire/agent-block.ts';
import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import type { noteShape } from './answers.ts';
import type { NoteRow } from './queries.ts';

/** A note. `authors` can contain those of other notes; an author who has left the account is shown as null. */
export function presentNote(note: NoteRow, authors: UserRecord[], now: Date): Shown<typeof noteShape> {
  const author = authors.find(({ id }) => id === note.userId);
  return {
    id: note.id,
    content: note.content,
    account_id: note.accountId,
    contact_id: note.contactId,
    user: author ? agentBlock(author, note.accountId, now) : null,
    created_at: unixSeconds(note.createdAt),
    updated_at: unixSeconds(note.updatedAt),
  };
}
