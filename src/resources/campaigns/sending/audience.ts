import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { CampaignAudience } from '../../../entities/campaign.ts';
import { formerTitles } from '../../labels/former-titles.ts';
import type { CampaignRow } from '../queries.ts';

/** Contacts of the audience that are looked at together; their ids are read for each label. */
const BATCH = 500;

/** Contacts to write to, and the last that was looked at; null = there are no more. */
export type Recipients = { ids: number[]; last: number | null };

/** The titles by which contacts have the labels of an audience, also while a label is being renamed. */
export async function titlesOf(tx: Tx, accountId: number, audience: readonly CampaignAudience[]): Promise<string[]> {
  const ids = audience.map(({ id }) => id);
  const labels = await tx.db
    .selectFrom('labels')
    .select('title')
    .where('account_id', '=', accountId)
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .execute();
  return [...new Set([...labels.map(({ title }) => title), ...(await formerTitles(tx, accountId, ids))])];
}

/** How many contacts with any of these labels can be reached: they have a phone number, and are not blocked. */
export async function countAudience(tx: Tx, accountId: number, titles: readonly string[]): Promise<number> {
  if (titles.length === 0) return 0;
  const { count } = await tx.aside.db
    .selectFrom('contact_labels as l')
    .innerJoin('contacts as p', 'p.id', 'l.contact_id')
    .where('l.account_id', '=', accountId)
    .where('l.label', 'in', titles)
    .where('p.phone_number', 'is not', null)
    .where('p.blocked', '=', false)
    .select((eb) => eb.fn.count<number | string>('l.contact_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The greatest id among the contacts with any of these labels; 0 = there are none. */
export async function lastOfAudience(tx: Tx, accountId: number, titles: readonly string[]): Promise<number> {
  const rows = await tx.together((tx) =>
    titles.map((title) => labelled(tx, accountId, title).orderBy('contact_id', 'desc').limit(1).executeTakeFirst()),
  );
  return Math.max(0, ...rows.map((row) => row?.contactId ?? 0));
}

/** At most `most` contacts of the audience behind `after`, by id, who can be reached. */
export async function nextRecipients(
  tx: Tx,
  { accountId, untilContactId }: CampaignRow,
  titles: readonly string[],
  { after, most }: { after: number; most: number },
): Promise<Recipients> {
  const lists = await tx.together((tx) =>
    titles.map((title) =>
      labelled(tx, accountId, title)
        .where('contact_id', '>', after)
        .where('contact_id', '<=', untilContactId)
        .orderBy('contact_id')
        .limit(BATCH)
        .execute(),
    ),
  );
  const all = [...new Set(lists.flat().map(({ contactId }) => contactId))].toSorted((a, b) => a - b);
  const looked = all.slice(0, BATCH);
  const reachable = await tx.db
    .selectFrom('contacts')
    .select('id')
    .where(inList(tx, 'id', JSON.stringify(looked)))
    .where('phone_number', 'is not', null)
    .where('blocked', '=', false)
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = reachable.map(({ id }) => id);
  return { ids, last: (ids.length === most ? ids.at(-1) : looked.at(-1)) ?? null };
}

function labelled(tx: Tx, accountId: number, title: string) {
  return tx.db
    .selectFrom('contact_labels')
    .select('contact_id as contactId')
    .where('account_id', '=', accountId)
    .where('label', '=', title);
}
