import type { InferType } from 'yup';
import type { Attributes, Json } from '../../../entities/columns.ts';
import type { createIssueBody } from './schema.ts';

/** What Linear is told of an issue; what is not given, or is blank, is left out. */
export function issueInput(body: InferType<typeof createIssueBody>): Attributes {
  const given: Record<string, Json | undefined> = {
    teamId: body.team_id,
    title: body.title,
    description: body.description,
    assigneeId: body.assignee_id,
    projectId: body.project_id,
    stateId: body.state_id,
    priority: body.priority,
    labelIds: body.label_ids,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, value]],
    ),
  );
}
