import type { Tx } from '../../db/tx.ts';
import { DEMO_EMAIL, DEMO_SLUG } from './story.ts';

/** An account that was made to look at, with its administrator, website and help centre. */
export type Demo = { accountId: number; userId: number; websiteToken: string; slug: string };

/** The demo of this installation; null = it has none. Where its inbox or help centre was deleted, the texts are empty. */
export const findDemo = (tx: Tx): Promise<Demo | null> => findSample(tx, { email: DEMO_EMAIL, slug: DEMO_SLUG });

/** As `findDemo`, for the account of the administrator with this address and the help centre with this slug. */
export async function findSample(tx: Tx, { email, slug }: { email: string; slug: string }): Promise<Demo | null> {
  const [found] = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .leftJoin('portals as p', (join) => join.onRef('p.account_id', '=', 'a.id').on('p.slug', '=', slug))
    .where('u.email', '=', email)
    .where('a.deleted_at', 'is', null)
    .select(['a.id as accountId', 'u.id as userId', 'p.slug'])
    .orderBy('a.id')
    .limit(1)
    .execute();
  if (!found) return null;
  const channel = await tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as c', 'c.id', 'i.channel_id')
    .where('i.account_id', '=', found.accountId)
    .where('i.deleted_at', 'is', null)
    .where('c.type', '=', 'web_widget')
    .select('c.identifier')
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();
  return { ...found, slug: found.slug ?? '', websiteToken: channel?.identifier ?? '' };
}

/** How many other accounts there are. */
export async function countOthers(tx: Tx, demo: Demo | null): Promise<number> {
  const { count } = await tx.db
    .selectFrom('accounts')
    .where('deleted_at', 'is', null)
    .where('id', '!=', demo?.accountId ?? 0)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
