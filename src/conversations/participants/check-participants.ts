import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { invalidField } from '../../errors.ts';

/** @throws AppError `invalid` unless each of the users, at least one, is an administrator or a member of the inbox */
export async function checkParticipants(
  tx: Tx,
  { account, inbox }: ConversationRecord,
  userIds: number[],
): Promise<void> {
  const able = await tx.db
    .selectFrom('account_users as a')
    .leftJoin('inbox_members as m', (join) => join.onRef('m.user_id', '=', 'a.user_id').on('m.inbox_id', '=', inbox.id))
    .select('a.user_id as id')
    .where('a.account_id', '=', account.id)
    .where('a.user_id', 'in', userIds)
    .where((eb) => eb.or([eb('a.role', '=', 'administrator'), eb('m.id', 'is not', null)]))
    .execute();
  const unable = userIds.filter((userId) => !able.some(({ id }) => id === userId));
  if (unable.length > 0) {
    throw invalidField('user_ids', `must be administrators or members of the inbox; not so: ${unable.join(', ')}`);
  }
}
