import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { inboxOf } from '../inboxes/inbox-of.ts';
import { assignmentPolicyShape } from './answers.ts';
import { presentAssignmentPolicy } from './presenter.ts';
import { findPolicyOfInbox } from './queries.ts';
import { setInboxPolicyBody } from './schema.ts';
import { setInboxPolicy } from './set-inbox-policy.ts';

/** The assignment policy of an inbox. */
export const inboxPolicy = routes('/inboxes/:id/assignment_policy');

inboxPolicy.get(
  '/',
  {
    permission: 'assignment_policy:read',
    summary: 'Show the assignment policy of an inbox',
    find: inboxOf,
    answer: ok(assignmentPolicyShape),
  },
  ({ tx, account, found: inbox }) => show(tx, account.id, inbox.id),
);

inboxPolicy.post(
  '/',
  {
    permission: 'assignment_policy:write',
    summary: 'Give an inbox an assignment policy',
    description: 'It replaces the one that the inbox has.',
    find: inboxOf,
    body: setInboxPolicyBody,
    example: { assignment_policy_id: 1 },
    answer: created(assignmentPolicyShape),
  },
  async ({ tx, account, found: inbox, body, now }) => {
    await setInboxPolicy(tx, { accountId: account.id, inboxId: inbox.id }, body.assignment_policy_id, now);
    return show(tx, account.id, inbox.id);
  },
);

inboxPolicy.delete(
  '/',
  {
    permission: 'assignment_policy:write',
    summary: 'Take the assignment policy from an inbox',
    find: inboxOf,
    answer: empty,
  },
  async ({ tx, account, found: inbox, now }) => {
    await show(tx, account.id, inbox.id);
    await setInboxPolicy(tx, { accountId: account.id, inboxId: inbox.id }, null, now);
  },
);

async function show(tx: Tx, accountId: number, inboxId: number) {
  return presentAssignmentPolicy(found(await findPolicyOfInbox(tx, accountId, inboxId), 'Assignment policy'));
}
