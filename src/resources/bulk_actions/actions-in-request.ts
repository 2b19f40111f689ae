import { readActions } from '../../conversations/actions/actions.ts';
import type { Action } from '../../entities/macro.ts';
import { invalid } from '../../errors.ts';
import { iso } from '../../time.ts';
import type { BulkActionBody } from './schema.ts';

/** The actions that the request asks for. @throws AppError `invalid` when it asks for none */
export function actionsIn(body: BulkActionBody): Action[] {
  const actions = body.type === 'Contact' ? contactActions(body) : conversationActions(body);
  if (actions.length > 0) return actions;
  throw invalid('Validation failed', 'says nothing to do: give fields, labels, or for contacts action_name', [
    'fields',
  ]);
}

/** The status comes before the assignee, because an agent who opens a conversation gets it. */
function conversationActions({ fields, labels, snoozed_until: until }: BulkActionBody): Action[] {
  const { status, assignee_id: assigneeId, team_id: teamId, priority } = fields ?? {};
  return readActions([
    ...labelActions(labels),
    ...(status ? [{ name: 'change_status', params: [status, iso(until)] }] : []),
    ...(priority === undefined ? [] : [{ name: 'change_priority', params: [priority] }]),
    ...(teamId === undefined ? [] : [{ name: 'assign_team', params: [teamId] }]),
    ...(assigneeId === undefined ? [] : [{ name: 'assign_agent', params: [assigneeId] }]),
  ]);
}

function contactActions({ labels, action_name: name }: BulkActionBody): Action[] {
  return [...labelActions(labels), ...(name ? [{ name, params: [] }] : [])];
}

function labelActions(labels: BulkActionBody['labels']): Action[] {
  const [added, removed] = [labels?.add ?? [], labels?.remove ?? []];
  return [
    ...(added.length > 0 ? [{ name: 'add_label', params: added }] : []),
    ...(removed.length > 0 ? [{ name: 'remove_label', params: removed }] : []),
  ];
}
