import { Command, Option } from 'commander';
import type { TokenScope } from '../../entities/access-token.ts';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { moment } from '../options.ts';

const EXAMPLES = `
The user sees it among their tokens, by its name, and may end it. Tokens that they have stay valid.

Examples:
  $ parley users token ada@acme.example --name "Weekly report" --scope read
  $ parley users token ada@acme.example --name Rescue --expires 2026-12-31 --json`;

const SCOPES: readonly TokenScope[] = ['read', 'write'];

type Options = { name: string; scope: TokenScope; expires?: Date };

export const token = new Command('token')
  .description('Make a token for the API that acts as a user. It is shown once.')
  .argument('<email>', "the user's e-mail address")
  .requiredOption('--name <name>', 'what the token is for')
  .addOption(
    new Option('--scope <scope>', 'read: it changes nothing; write: it may do whatever the user may')
      .choices(SCOPES)
      .default('write'),
  )
  .option(
    '--expires <time>',
    'when it stops being valid, such as 2026-12-31 or 2026-12-31T08:00Z (default: never)',
    moment,
  )
  .addHelpText('after', EXAMPLES)
  .action(async (email: string, options: Options, command: Command) => {
    const { check } = await import('../check.ts');
    const { object, requiredText } = await import('../../fields.ts');
    const { name } = check(object({ name: requiredText() }), { name: options.name });
    await withApp(command, async (app) => {
      const { inTransaction } = await import('../../db/transaction.ts');
      const { proveUnused } = await import('../../resources/auth/prove-address.ts');
      const { createToken } = await import('../../resources/access_tokens/create-token.ts');
      const { scopesOf } = await import('../../resources/access_tokens/presenter.ts');
      const { findUser } = await import('./queries.ts');
      const { iso } = await import('../../time.ts');
      const user = await findUser(app.tx(), email);
      const expiresAt = options.expires ?? null;
      const input = { name, scope: options.scope, expiresAt };
      const { id, accessToken } = await inTransaction(app.tx(), async (tx) => {
        await proveUnused(tx, user.id, app.now());
        return createToken(tx, user.id, input, app.now());
      });
      const until = expiresAt === null ? 'does not expire' : `expires at ${iso(expiresAt)}`;
      answer(
        command,
        { id, name, scopes: scopesOf(options), expires_at: iso(expiresAt), access_token: accessToken },
        `Token ${id}, ${name}, of ${user.name} <${user.email}>: scope ${options.scope}, ${until}\n` +
          `Access token  ${accessToken}\nIt is not shown again.`,
      );
    });
  });
