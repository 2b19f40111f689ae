import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { found } from '../../errors.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { readAgents } from '../../records/read-agents.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { findVisibleInbox } from '../inboxes/find-visible-inbox.ts';
import { findInbox } from '../inboxes/queries.ts';
import { addMembers } from './add-members.ts';
import { removeMembers } from './remove-members.ts';
import { inboxMembersBody } from './schema.ts';
import { setMembers } from './set-members.ts';

export const inboxMembers = routes('/inbox_members');

const membersShape = shape({ payload: list(agentShape) });
const example = { inbox_id: 1, user_ids: [1] };

inboxMembers.get(
  '/:inbox_id',
  {
    permission: 'inbox_member:read',
    summary: 'List the members of an inbox',
    find: ({ tx, account, caller, params }) => findVisibleInbox(tx, account.id, params.inbox_id, caller),
    answer: ok(membersShape),
  },
  ({ tx, account, found: inbox, now }) => members(tx, account, inbox.id, now),
);

inboxMembers.post(
  '/',
  {
    permission: 'inbox_member:write',
    summary: 'Add members to an inbox',
    body: inboxMembersBody,
    example,
    answer: created(membersShape),
  },
  async ({ tx, account, body, now }) => {
    await mustExist(tx, account.id, body.inbox_id);
    await addMembers(tx, account, body.inbox_id, body.user_ids, now);
    return members(tx, account, body.inbox_id, now);
  },
);

inboxMembers.patch(
  '/',
  {
    permission: 'inbox_member:write',
    summary: 'Set the members of an inbox',
    description: 'Members who are not named are removed.',
    body: inboxMembersBody,
    example,
    answer: ok(membersShape),
  },
  async ({ tx, account, body, now }) => {
    await mustExist(tx, account.id, body.inbox_id);
    await setMembers(tx, account, body.inbox_id, body.user_ids, now);
    return members(tx, account, body.inbox_id, now);
  },
);

inboxMembers.delete(
  '/',
  {
    permission: 'inbox_member:write',
    summary: 'Remove members from an inbox',
    body: inboxMembersBody,
    example,
    answer: empty,
  },
  async ({ tx, account, body, now }) => {
    await mustExist(tx, account.id, body.inbox_id);
    await removeMembers(tx, account, body.inbox_id, body.user_ids, now);
  },
);

async function mustExist(tx: Tx, accountId: number, inboxId: number): Promise<void> {
  found(await findInbox(tx, accountId, inboxId), 'Inbox');
}

async function members(tx: Tx, account: AccountRecord, inboxId: number, now: Date) {
  const users = await readAgents(tx, account.id, { inboxId });
  return { payload: users.map((user) => agentBlock(user, account.id, now)) };
}
