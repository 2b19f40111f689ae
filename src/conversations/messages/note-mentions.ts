import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { tell } from '../../events/tell.ts';
import { idIn } from '../../fields/id-in.ts';
import { followConversation } from '../participants/follow-conversation.ts';

/** What a text with a mention contains. */
export const MENTION_START = '(mention://';
/**
 * (mention://user/5/Ada%20Admin), the links to users and teams in notes; the longest encoded name has 2,295 characters.
 */
const MENTION = /\(mention:\/\/(user|team)\/(\d{1,10})\/(?:(?!\(mention:)[^)]){0,3000}\)/g;
/** Keeps one note from notifying everybody many times. */
const MAX_MENTIONS = 200;

/**
 * Notes which users a private note mentions, by themselves or with their team, and makes them participants of the
 * locked conversation. Users who do not see it are left out, and so is what follows the first 200 mentions. Returns
 * their ids.
 */
export async function noteMentions(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<number[]> {
  const named = [...(message.content ?? '').matchAll(MENTION)].slice(0, MAX_MENTIONS);
  const idsOf = (kind: string) =>
    [...new Set(named.map(([, of, id = '']) => (of === kind ? idIn(id) : null)))].filter((id) => id !== null);
  const userIds = await findMembers(tx, conversation, idsOf('user'), idsOf('team'));
  if (userIds.length === 0) return [];

  await writeMentions(tx, conversation, userIds, now);
  await followConversation(tx, conversation, userIds, now);
  const { id: conversationId, account } = conversation;
  await tell(tx, { is: 'mentioned', accountId: account.id, conversationId, userIds });
  return userIds;
}

/** Administrators, members of the inbox and, where a team has the conversation, of that team. */
async function findMembers(
  tx: Tx,
  { account, inbox, team }: ConversationRecord,
  userIds: number[],
  teamIds: number[],
): Promise<number[]> {
  const members = await tx.db
    .selectFrom('account_users as a')
    .where('a.account_id', '=', account.id)
    .where((eb) =>
      eb.or([
        eb('a.user_id', 'in', [...userIds, 0]),
        eb('a.user_id', 'in', (eb) =>
          eb
            .selectFrom('team_members as tm')
            .innerJoin('teams as t', 't.id', 'tm.team_id')
            .select('tm.user_id')
            .where('t.account_id', '=', account.id)
            .where('t.id', 'in', [...teamIds, 0]),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('a.role', '=', 'administrator'),
        eb('a.user_id', 'in', [...(team?.memberIds ?? []), 0]),
        eb('a.user_id', 'in', (eb) =>
          eb.selectFrom('inbox_members').select('user_id').where('inbox_id', '=', inbox.id),
        ),
      ]),
    )
    .select('a.user_id as id')
    .orderBy('a.user_id')
    .execute();
  return members.map(({ id }) => id);
}

async function writeMentions(tx: Tx, conversation: ConversationRecord, userIds: number[], now: Date): Promise<void> {
  await tx.db
    .insertInto('mentions')
    .values(
      userIds.map((userId) => ({
        account_id: conversation.account.id,
        conversation_id: conversation.id,
        user_id: userId,
        mentioned_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'user_id'])
        .doUpdateSet((eb) => ({ mentioned_at: eb.ref('excluded.mentioned_at') })),
    )
    .execute();
}
