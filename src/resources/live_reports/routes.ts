import { found, invalid } from '../../errors.ts';
import { text, integer, object } from '../../fields.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { groupedLiveShape, liveShape } from '../reports/answers.ts';
import { presentLive } from '../reports/live-routes.ts';
import { countLive, countLiveBy } from '../reports/queries.ts';
import { addReport } from '../reports/report-routes.ts';
import { subjectsOf } from '../reports/subjects.ts';

const COLUMNS = ['team_id', 'assignee_id'] as const;

// Its own error for other values is Chatwoot's.
const groupedQuery = object({
  group_by: text()
    .required(`is missing: ${COLUMNS.join(' or ')}`)
    .meta({ jsonSchema: { type: 'string', enum: COLUMNS } }),
});

export const liveReports = routes('/live_reports');

addReport(liveReports, '/conversation_metrics', {
  summary: 'Count the conversations of the account, or of a team, as they are now',
  description: 'Unattended are open conversations without a first reply, or whose contact waits.',
  query: object({ team_id: integer() }),
  shape: liveShape,
  read: async ({ tx, account, query: { team_id: teamId } }) => {
    if (teamId !== undefined) {
      const teams = await subjectsOf(tx, account.id, 'team');
      found(
        teams.find(({ id }) => id === teamId),
        'Team',
      );
    }
    return presentLive(await countLive(tx, account.id, teamId ?? null));
  },
});

addReport(liveReports, '/grouped_conversation_metrics', {
  summary: 'Count open conversations by team or assignee, as they are now',
  description: 'Those without a team or an assignee under null.',
  query: groupedQuery,
  shape: list(groupedLiveShape),
  read: async ({ tx, account, query }) => {
    const column = COLUMNS.find((each) => each === query.group_by);
    if (column === undefined) {
      throw invalid('invalid group_by', `group_by must be ${COLUMNS.join(' or ')}`, ['group_by']);
    }
    return (await countLiveBy(tx, account.id, column)).map(({ key, open, unattended, unassigned }) => ({
      open: Number(open),
      unattended: Number(unattended),
      unassigned: Number(unassigned),
      ...(column === 'team_id' ? { team_id: key } : { assignee_id: key }),
    }));
  },
});
