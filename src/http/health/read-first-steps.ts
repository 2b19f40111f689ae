import type { Tx } from '../../db/tx.ts';

/** Which of the first steps with an installation were taken, by anybody. */
export type FirstSteps = { account: boolean; inbox: boolean; colleague: boolean; answer: boolean; mail: boolean };

export async function readFirstSteps(tx: Tx): Promise<FirstSteps> {
  const { db } = tx;
  const found = await db
    .selectNoFrom((eb) => [
      eb.exists(db.selectFrom('accounts').select('id')).as('account'),
      eb.exists(db.selectFrom('inboxes').select('id')).as('inbox'),
      eb
        .exists(db.selectFrom('conversations').select('id').where('first_reply_created_at', 'is not', null))
        .as('answer'),
      eb
        .exists(
          db
            .selectFrom('account_users as member')
            .innerJoin('account_users as other', (join) =>
              join.onRef('other.account_id', '=', 'member.account_id').onRef('other.user_id', '>', 'member.user_id'),
            )
            .select('member.id'),
        )
        .as('colleague'),
    ])
    .executeTakeFirstOrThrow();
  return {
    account: Boolean(found.account),
    inbox: Boolean(found.inbox),
    colleague: Boolean(found.colleague),
    answer: Boolean(found.answer),
    mail: tx.installation.mail.canSend,
  };
}
