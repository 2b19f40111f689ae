import { Command } from 'commander';
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { hasAccount } from '../records/access/has-account.ts';
import type { CreatedAccount } from '../resources/accounts/create-account.ts';
import { answer } from './answer.ts';
import { Failure } from './failure.ts';
import { withApp } from './open.ts';
import { PASSWORD_RULE } from '../fields/password.ts';
import { choosePassword, type PasswordOptions } from './password.ts';

const EXAMPLES = `
The person gets a token for the API, shown once. An e-mail address that is known already stands for that person, who keeps name and
password and becomes an administrator of the new account too. Without a password option, a password is made and shown once; one that is
given must have ${PASSWORD_RULE}.

Examples:
  $ parley create-account --name Acme --email ada@acme.example
  $ parley create-account --name Acme --email ada@acme.example --user-name "Ada Lovelace" --locale de --password
  $ parley create-account --name Acme --email ada@acme.example --password-stdin --json < password.txt`;

type Options = PasswordOptions & { name: string; email: string; userName?: string; locale: string; ifNone?: boolean };

export const createAccount = new Command('create-account')
  .description('Create an account with its first administrator.')
  .requiredOption('--name <name>', "the account's name")
  .requiredOption('--email <address>', "the administrator's e-mail address")
  .option('--user-name <name>', "the administrator's name (default: what stands before the @)")
  .option('--password [password]', 'the password; without a value, asked for on the terminal')
  .option('--password-stdin', 'read the password from standard input')
  .option('--locale <code>', 'the language of the account', 'en')
  .option('--if-none', 'do nothing when the installation has an account already')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const input = await readInput(options);
    const password = await choosePassword(options);

    const make = async (app: App) => {
      const isDone = options.ifNone && (await hasAccount(app.tx()));
      if (isDone) return answer(command, NOTHING_DONE, `${NOTHING_DONE.message}.`);
      const created = await create(app, input, password.text);
      const shown = created.isNewUser && password.isGenerated ? password.text : undefined;
      answer(command, document(created, shown), inWords(created, shown));
    };
    await withApp(command, make, { begins: true });
  });

const NOTHING_DONE = { account: null, message: 'Nothing to do: the installation has an account already' };

type Input = Awaited<ReturnType<typeof readInput>>;

async function readInput(options: Options) {
  const { check } = await import('./check.ts');
  const { email, object, requiredText, text } = await import('../fields.ts');
  const schema = object({
    name: requiredText(),
    email: email().required("can't be blank"),
    'user-name': requiredText(),
    locale: text(10)
      .matches(/^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/, 'must be a language code such as en or pt_BR')
      .required(),
  });
  const { email: address, name, locale, userName = address.split('@')[0] } = options;
  return check(schema, { name, email: address, 'user-name': userName, locale });
}

async function create(app: App, input: Input, password: string): Promise<CreatedAccount> {
  const { createAccount } = await import('../resources/accounts/create-account.ts');
  const { inTransaction } = await import('../db/transaction.ts');
  const { hashPassword } = await import('../secrets.ts');
  const { name, email, locale, 'user-name': userName } = input;
  const user = { name: userName, email, isProved: true, passwordHash: await hashPassword(password) };
  return inTransaction(app.tx(), async (tx) => {
    const created = await createAccount(tx, { name, locale, user }, new Date());
    if (!created.isNewUser) await checkProved(tx, created.user);
    return created;
  });
}

/** @throws Failure for a user who may be somebody else, who signed up with this address */
async function checkProved(tx: Tx, { id, email }: CreatedAccount['user']): Promise<void> {
  const { findPasswordHolder } = await import('../resources/auth/password-holders.ts');
  const holder = await findPasswordHolder(tx, { id });
  if (holder?.emailProvedAt) return;
  throw new Failure(
    `a user has the address ${email}, and nobody has shown yet that it is theirs: have its owner choose a password by the link of POST /auth/password first, or give another address`,
  );
}

function document({ account, user, accessToken }: CreatedAccount, password: string | undefined) {
  return {
    account: { id: account.id, name: account.name },
    user: { id: user.id, name: user.name, email: user.email },
    access_token: accessToken,
    ...(password !== undefined && { password }),
  };
}

function inWords({ account, user, isNewUser, accessToken }: CreatedAccount, password: string | undefined): string {
  return [
    `Account ${account.id}, ${account.name}`,
    isNewUser
      ? `Administrator  ${user.name} <${user.email}>`
      : `Administrator  ${user.name} <${user.email}>, who was known already and keeps name and password`,
    ...(password === undefined ? [] : [`Password       ${password}`]),
    `Access token   ${accessToken}`,
    password === undefined ? 'The token is not shown again.' : 'Password and token are not shown again.',
  ].join('\n');
}
