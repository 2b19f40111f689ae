import { inTransaction } from '../../db/transaction.ts';
import { invalidField } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { checkPermitted, mayManage } from '../platform_tokens/permissions.ts';
import { accountUserShape } from './answers.ts';
import { presentAccountUser } from './presenter.ts';
import { listAccountUsers } from './queries.ts';
import { removeMember } from './remove-member.ts';
import { removeMemberBody, removeMemberInput, setMemberBody } from './schema.ts';
import { setMember } from './set-member.ts';

export const platformAccountUsers = routes('/accounts/:id/account_users');

platformAccountUsers.get(
  '/',
  {
    permission: 'platform_account:read',
    summary: 'List the memberships of an account',
    find: accountIdOf,
    page: 'optional',
    answer: ok(list(accountUserShape)),
  },
  async ({ tx, found: accountId, page }) => {
    const members = await listAccountUsers(tx, accountId, page);
    return members.map(presentAccountUser);
  },
);

platformAccountUsers.post(
  '/',
  {
    permission: 'platform_account:write',
    summary: 'Make a user a member of an account',
    description:
      'A member gets the role. A user of others, whose address this program has given to `POST users`, is invited: they become ' +
      'a member when they accept.',
    find: accountIdOf,
    body: setMemberBody,
    name: 'account_user',
    example: { user_id: 1, role: 'administrator' },
    answer: created(accountUserShape),
  },
  async ({ tx, caller, found: accountId, body, now }) => {
    const { user_id: userId, role } = body;
    const mustAccept = !(await mayManage(tx, caller.id, { type: 'User', id: userId }));
    return presentAccountUser(await setMember(tx, { accountId, userId, role, mustAccept }, now));
  },
);

platformAccountUsers.delete(
  '/',
  {
    permission: 'platform_account:write',
    summary: 'Take a user out of an account',
    description: 'Their conversations there are assigned to no one then. It succeeds also for a user who is no member.',
    find: accountIdOf,
    query: removeMemberInput,
    body: removeMemberBody,
    name: 'account_user',
    example: { user_id: 1 },
    answer: empty,
  },
  async ({ tx, found: accountId, query, body, now }) => {
    const userId = body.user_id ?? query.user_id;
    if (userId === undefined) throw invalidField('user_id', "can't be blank");
    await inTransaction(tx, (tx) => removeMember(tx, { accountId, userId }, now));
  },
);

/** The id of the account in the path, if the program may manage it. */
async function accountIdOf({ tx, caller, params }: Asked<'/:id'>): Promise<number> {
  await checkPermitted(tx, caller.id, { type: 'Account', id: params.id });
  return params.id;
}
