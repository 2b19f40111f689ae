import type { Tx } from '../../db/tx.ts';
import type { Range } from './figures/periods.ts';
import { readFigures } from './figures/read-figures.ts';
import { subjectsOf } from './subjects.ts';

/** Which inboxes and labels; undefined = all. */
type Chosen = { inboxIds: number[] | undefined; labelIds: number[] | undefined };

/** How many conversations began in the range in each inbox, by each label that they have now. */
export async function readMatrix(tx: Tx, accountId: number, range: Range, { inboxIds, labelIds }: Chosen) {
  const inboxes = (await subjectsOf(tx, accountId, 'inbox')).filter(({ id }) => inboxIds?.includes(id) ?? true);
  const labels = (await subjectsOf(tx, accountId, 'label')).filter(({ id }) => labelIds?.includes(id) ?? true);
  const whose = { accountId, kind: 'inbox_label', subject: null } as const;
  const figures = await readFigures(tx, whose, range, ['conversations'], null);
  const counts = new Map(figures.map(({ subject, conversations }) => [subject, Number(conversations)]));
  return {
    inboxes: inboxes.map(({ id, name }) => ({ id, name })),
    labels: labels.map(({ id, name }) => ({ id, title: name })),
    matrix: inboxes.map((inbox) => labels.map(({ name }) => counts.get(`${inbox.id}:${name}`) ?? 0)),
  };
}
