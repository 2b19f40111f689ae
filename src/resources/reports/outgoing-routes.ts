import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { outgoingShape } from './answers.ts';
import { readTotals } from './figures/totals.ts';
import { addReport } from './report-routes.ts';
import { groupQuery, rangeOf } from './schema.ts';
import { subjectsOf } from './subjects.ts';

export const outgoingRoutes = routes('/reports');

addReport(outgoingRoutes, '/outgoing_messages_count', {
  summary: 'Count outgoing messages by agent, team, inbox or label',
  description: 'Those to contacts, without private notes; of agents those that they have written themselves.',
  query: groupQuery,
  shape: list(outgoingShape),
  read: async ({ tx, account, query, now }) => {
    const whose = { accountId: account.id, kind: query.group_by, subject: null };
    const totals = await readTotals(tx, whose, rangeOf(query, now), ['outgoing_messages_count'], false);
    return (await subjectsOf(tx, account.id, query.group_by)).map(({ id, name, subject }) => ({
      id,
      name,
      outgoing_messages_count: totals.of(subject).outgoing_messages_count ?? 0,
    }));
  },
});
