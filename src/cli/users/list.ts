import { Command } from 'commander';
import { answer, onOneLine } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import type { UserSummary } from './queries.ts';

export const list = new Command('list')
  .description('List the users of the installation, with their accounts and roles.')
  .option('--account <id>', 'only the members of this account', recordId)
  .addHelpText('after', '\nExamples:\n  $ parley users list\n  $ parley users list --account 1 --json')
  .action(async ({ account = null }: { account?: number | null }, command: Command) => {
    await withApp(command, async (app) => {
      const { listUsers } = await import('./queries.ts');
      const users = await listUsers(app.tx(), account, app.now());
      answer(
        command,
        users.map(userDocument),
        users.map((user) => onOneLine(userInWords(user))).join('\n') || 'There is no such user.',
      );
    });
  });

function userDocument({ id, name, email, memberships, hasPassword, sessions, tokens }: UserSummary) {
  return {
    id,
    name,
    email,
    accounts: memberships.map(({ accountId, accountName, role }) => ({ id: accountId, name: accountName, role })),
    has_password: hasPassword,
    sessions,
    access_tokens: tokens,
  };
}

function userInWords({ id, name, email, memberships, hasPassword, sessions, tokens }: UserSummary): string {
  const roles = memberships.map(({ accountId, accountName, role }) => `${role} of ${accountId} ${accountName}`);
  const facts = [...(hasPassword ? [] : ['no password']), `sessions: ${sessions}`, `tokens: ${tokens}`];
  return `${id}  ${name} <${email}>  ${roles.join(', ') || 'in no account'}; ${facts.join(', ')}`;
}
