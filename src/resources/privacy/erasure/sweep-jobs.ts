import { subjectOf } from '../../../conversations/receiving/lanes.ts';
import { inList } from '../../../db/dialect.ts';
import type { Attributes, Json } from '../../../entities/columns.ts';
import { holdsId, isJsonAbout, names, soughtOf, textsIn } from './is-about.ts';
import type { Subject } from './subject.ts';
import { LOOKED_AT, type Sweep } from './sweep.ts';

type JobRow = {
  id: number;
  accountId: number | null;
  kind: string;
  subject: string | null;
  payload: Attributes;
  lastError: string | null;
};

/**
 * Removes the account's jobs that name the contact or a conversation of theirs, whether they wait, are done, or were given up:
 * mails that were to be sent, above all.
 */
export function jobsAbout(subject: Subject): Sweep<JobRow> {
  const sought = soughtOf(subject);
  const conversations = new Set<Json | undefined>(subject.conversationIds);
  const contactInboxes = new Set<Json | undefined>(subject.contactInboxes.map(({ id }) => id));
  const lanes = new Set(subject.contactInboxes.map(({ inboxId, sourceId: lane }) => subjectOf({ inboxId, lane })));

  return {
    // Reads all accounts: for a single account, SQLite would sort all its rows for each page.
    read: (tx, after) =>
      tx.db
        .selectFrom('jobs')
        .select(['id', 'account_id as accountId', 'kind', 'subject', 'payload', 'last_error as lastError'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout({ accountId, subject: about, payload, lastError }) {
      if (accountId !== subject.accountId) return false;
      const {
        conversation_id: conversation,
        contact_inbox_id: contactInbox,
        owner_type: type,
        owner_id: owner,
      } = payload;
      if (conversations.has(conversation) || contactInboxes.has(contactInbox)) return true;
      if (type === 'Contact' && subject.contactIds.some((id) => id === owner)) return true;
      if (about !== null && lanes.has(about)) return true;
      const { body } = payload;
      if (typeof body === 'string' && isJsonAbout(body, sought)) return true;
      return holdsId(payload, sought) || names(`${about ?? ''} ${textsIn(payload)} ${lastError ?? ''}`, sought);
    },
    async remove(tx, ids) {
      const removed = await tx.db
        .deleteFrom('jobs')
        .where(inList(tx, 'id', JSON.stringify(ids)))
        .returning('id')
        .execute();
      return { jobs: removed.length };
    },
  };
}
