import { Argument, Command } from 'commander';
import type { Role } from '../../entities/account-user.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const ROLES: readonly Role[] = ['administrator', 'agent'];

export const role = new Command('role')
  .description('Make a member of an account its administrator, or an agent. The last administrator stays one.')
  .argument('<email>', "the user's e-mail address")
  .addArgument(new Argument('<role>', 'the role in the account').choices(ROLES))
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .addHelpText('after', '\nExample:\n  $ parley users role ada@acme.example --account 1 administrator')
  .action(async (email: string, to: Role, { account: accountId }: { account: number }, command: Command) => {
    await withApp(command, async (app) => {
      const { findAgent } = await import('../../resources/agents/queries.ts');
      const { updateAgent } = await import('../../resources/agents/update-agent.ts');
      const { findUser } = await import('./queries.ts');
      const user = await findUser(app.tx(), email);
      if (!(await findAgent(app.tx(), accountId, user.id))) {
        throw new Failure(
          `${user.email} does not work in account ${accountId}: "parley users list" shows who works where`,
        );
      }
      await updateAgent(app.tx(), { accountId, userId: user.id }, { ...UNCHANGED, role: to }, app.now());
      answer(
        command,
        { user: { id: user.id, name: user.name, email: user.email }, account_id: accountId, role: to },
        `${user.name} <${user.email}> is ${to} of account ${accountId}.`,
      );
    });
  });

const UNCHANGED = { name: undefined, availability: undefined, autoOffline: undefined };
