import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { jsonHas } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { NotificationType } from '../../entities/notification.ts';
import { seesConversation } from '../../records/notifications/sees-conversation.ts';

/** A member who may be notified of a conversation, and what they want mails and push messages about. */
export type Candidate = {
  userId: number;
  mailsOf: readonly NotificationType[];
  pushesOf: readonly NotificationType[];
  /** Whether push messages reach a browser of theirs. */
  hasBrowser: boolean;
};

/** The assignee and the participants of the conversation with this row key, except those who do not see it. */
export async function findFollowers(tx: Tx, conversationId: number): Promise<Candidate[]> {
  return (await followers(tx, { conversationId })).map(candidateOf);
}

/** The members of the conversation's inbox who want mails or push messages about new conversations. */
export async function findThoseWhoWantNew(tx: Tx, conversationId: number): Promise<Candidate[]> {
  return (await wantingNew(tx, { conversationId, type: 'conversation_creation' })).map(candidateOf);
}

const COLUMNS = [
  'a.user_id as userId',
  'a.email_flags as mailsOf',
  'a.push_flags as pushesOf',
  sql<boolean>`exists (select 1 from notification_subscriptions s
    where s.user_id = a.user_id and s.subscription_type = 'browser_push')`.as('hasBrowser'),
] as const;

const followers = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom('participants')
        .select('user_id')
        .where('conversation_id', '=', values.conversationId)
        .union(
          db
            .selectFrom('conversations')
            .select(sql<number>`assignee_id`.as('user_id'))
            .where('id', '=', values.conversationId)
            .where('assignee_id', 'is not', null),
        )
        .as('f'),
    )
    .innerJoin('conversations as c', (join) => join.on('c.id', '=', values.conversationId))
    .innerJoin('account_users as a', (join) =>
      join.onRef('a.account_id', '=', 'c.account_id').onRef('a.user_id', '=', 'f.user_id'),
    )
    .where(seesConversation())
    .select(COLUMNS),
);

type New = { conversationId: number; type: NotificationType };

const wantingNew = prepared((db, values: Placeholders<New>, _: void, tx) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('inbox_members as m', 'm.inbox_id', 'c.inbox_id')
    .innerJoin('account_users as a', (join) =>
      join.onRef('a.account_id', '=', 'c.account_id').onRef('a.user_id', '=', 'm.user_id'),
    )
    .where('c.id', '=', values.conversationId)
    .where((eb) => eb.or([jsonHas(tx, 'a.email_flags', values.type), jsonHas(tx, 'a.push_flags', values.type)]))
    .select(COLUMNS),
);

/** SQLite gives `hasBrowser` as a number. */
const candidateOf = (row: Candidate): Candidate => ({ ...row, hasBrowser: Boolean(row.hasBrowser) });
