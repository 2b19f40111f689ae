import type { Db } from '../db/orm.ts';
import { columns } from './columns.ts';
import { CONTACT_INBOX } from './contact-inbox.ts';
import { CONTACT } from './contact.ts';
import { CONVERSATION } from './conversation.ts';

/**
 * A query of conversations (`c`) with their contacts (`p`) and contact inboxes (`ci`), to be filtered and ordered. Inbox,
 * assignee, bot and team are not joined: `completeConversations` reads each once for a whole page, at half the cost.
 */
export function selectConversations(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select(columns('c', [...CONVERSATION, ...LINKS]))
    .select(columns('p', CONTACT, 'contact.'))
    .select(columns('ci', CONTACT_INBOX, 'contactInbox.'));
}

/** The columns of a conversation that are read as something else: what they refer to, or the chain. */
const LINKS = ['chainLength', 'chainBeganAt', 'inboxId', 'assigneeId', 'assigneeBotId', 'teamId'] as const;

/** A row of such a query. */
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['execute']>>[number];
