import { invalidField } from '../../errors.ts';
import { routes } from '../../http/routes/route.ts';
import { availabilityStatus } from '../../records/availability.ts';
import { readAgents } from '../../records/read-agents.ts';
import { either, list } from '../../wire/shape.ts';
import { liveAgentShape, liveShape } from './answers.ts';
import { countLive, countLiveBy } from './queries.ts';
import { addReport } from './report-routes.ts';
import { liveQuery } from './schema.ts';

const PAGE_SIZE = 25;

export const liveReportRoutes = routes('/reports');

addReport(liveReportRoutes, '/conversations', {
  summary: 'Count conversations as they are now',
  description: `Of the account, or with \`type=agent\` of its agents, ${PAGE_SIZE} on a page, those with the most open ones first. Unattended are open conversations without a first reply, or whose contact waits.`,
  query: liveQuery,
  shape: either(liveShape, list(liveAgentShape)),
  read: async ({ tx, account, query, now }) => {
    if (query.type === 'account') return presentLive(await countLive(tx, account.id, null));
    const offset = ((query.page ?? 1) - 1) * PAGE_SIZE;
    if (offset < 0) throw invalidField('page', 'must be at least 1');
    const counts = new Map((await countLiveBy(tx, account.id, 'assignee_id')).map((row) => [row.key, row]));
    const agents = (await readAgents(tx, account.id)).map((agent) => ({
      id: agent.id,
      name: agent.name,
      email: agent.email,
      thumbnail: agent.avatarUrl ?? '',
      availability: availabilityStatus(agent, now),
      metric: {
        open: Number(counts.get(agent.id)?.open ?? 0),
        unattended: Number(counts.get(agent.id)?.unattended ?? 0),
      },
    }));
    return agents.toSorted((one, other) => other.metric.open - one.metric.open).slice(offset, offset + PAGE_SIZE);
  },
});

/** The counts as numbers; PostgreSQL may return texts. */
export function presentLive({ open, unattended, unassigned, pending }: Awaited<ReturnType<typeof countLive>>) {
  return {
    open: Number(open),
    unattended: Number(unattended),
    unassigned: Number(unassigned),
    pending: Number(pending),
  };
}
