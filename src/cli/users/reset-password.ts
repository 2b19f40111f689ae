import { Command } from 'commander';
import type { App } from '../../app.ts';
import { PASSWORD_RULE } from '../../fields/password.ts';
import { answer } from '../answer.ts';
import { misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { choosePassword, type PasswordOptions } from '../password.ts';
import type { FoundUser } from './queries.ts';

const EXAMPLES = `
Asks for the new password on the terminal, twice, unless an option says otherwise; it must have ${PASSWORD_RULE}.
All sessions of the user end. API tokens stay valid, unless --end-tokens says otherwise, or nobody had proved the address before.
Where signing in takes a code as well, it still does: see "parley users mfa --help".

Examples:
  $ parley users reset-password ada@acme.example
  $ parley users reset-password ada@acme.example --generate
  $ parley users reset-password ada@acme.example --password-stdin --end-tokens < password.txt`;

type Options = { generate?: boolean; passwordStdin?: boolean; endTokens?: boolean };

export const resetPassword = new Command('reset-password')
  .description('Give a user another password.')
  .argument('<email>', "the user's e-mail address")
  .option('--generate', 'make a password, and print it once')
  .option('--password-stdin', 'read the password from standard input')
  .option('--end-tokens', "end the user's API tokens, too")
  .addHelpText('after', EXAMPLES)
  .action(async (email: string, options: Options, command: Command) => {
    const source = sourceOf(options);
    await withApp(command, async (app) => {
      const { findUser } = await import('./queries.ts');
      const user = await findUser(app.tx(), email);
      const password = await choosePassword(source);
      const tokensLeft = await reset(app, user, password.text, options.endTokens ?? false);
      const shown = password.isGenerated ? { password: password.text } : {};
      answer(
        command,
        { user: { id: user.id, name: user.name, email: user.email }, ...shown, access_tokens: tokensLeft },
        inWords(user, shown, tokensLeft),
      );
    });
  });

function sourceOf({ generate = false, passwordStdin = false }: Options): PasswordOptions {
  if (generate && passwordStdin) throw misuse('give --generate or --password-stdin, not both');
  if (generate) return {};
  return passwordStdin ? { passwordStdin } : { password: true };
}

/** Returns how many API tokens of the user are still valid. */
async function reset(app: App, user: FoundUser, password: string, revokesTokens: boolean): Promise<number> {
  const { inTransaction } = await import('../../db/transaction.ts');
  const { proveAddress } = await import('../../resources/auth/prove-address.ts');
  const { setPassword } = await import('../../resources/auth/set-password.ts');
  const { hashPassword } = await import('../../secrets.ts');
  const { countTokensOf } = await import('./queries.ts');
  const passwordHash = await hashPassword(password);
  await inTransaction(app.tx(), async (tx) => {
    // The operator gives the password to the owner of the address, and ends what somebody else may have made.
    await proveAddress(tx, user.id, app.now());
    await setPassword(tx, user.id, { passwordHash, revokesTokens }, app.now());
  });
  return countTokensOf(app.tx(), user.id, app.now());
}

function inWords({ name, email }: FoundUser, { password }: { password?: string }, tokensLeft: number): string {
  return [
    `${name} <${email}> has another password, and all of their sessions have ended.`,
    ...(password === undefined ? [] : [`Password  ${password}`, 'It is not shown again.']),
    ...(tokensLeft === 0 ? [] : [`API tokens that stay valid: ${tokensLeft} (--end-tokens ends them).`]),
  ].join('\n');
}
