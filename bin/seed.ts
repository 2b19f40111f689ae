import { Command, InvalidArgumentError } from 'commander';
import { addressesOf } from '../src/cli/demo/addresses.ts';
import { countOthers, findSample } from '../src/cli/demo/find-demo.ts';
import { answer } from '../src/cli/answer.ts';
import { DONE, Failure, misuse } from '../src/cli/failure.ts';
import { withApp } from '../src/cli/open.ts';
import type { GlobalOptions } from '../src/cli/options.ts';
import { report } from '../src/cli/report.ts';
import type { App } from '../src/app.ts';
import { dataDirFor, forgetSignIn, keepSignIn, settingsFile, type SignIn } from './dev/folder.ts';
import { AGENTS, COMPANY, CONTACTS, HELP_SLUG } from './seed/people.ts';
import { CONVERSATIONS } from './seed/plan-conversations.ts';

/** By these the company is found. */
const SAMPLE = { email: AGENTS[0].email, slug: HELP_SLUG };

const HELP = `
The company is an account of its own. Nothing is sent to anyone. The same --seed gives the same conversations, counted back from now.

Examples:
  $ npm run seed
  $ npm run seed -- --seed 7 --data-dir /tmp/parley
  $ npm run seed -- --remove
  $ npm run seed -- --database-url postgres://localhost/parley_dev`;

type Options = GlobalOptions & { seed: number; besideOthers: boolean; remove: boolean };

const command = new Command('seed')
  .description(
    `Make a company to work with: ${AGENTS.length} agents, ${CONTACTS.length} contacts, ${CONVERSATIONS} conversations and a help centre.`,
  )
  .option('--seed <number>', 'chooses among companies', seedNumber, 1)
  .option('--data-dir <folder>', 'the data directory to fill (default: that of "npm run dev")')
  .option('--database-url <url>', 'the PostgreSQL database to fill')
  .option('--config <file>', 'a YAML file of settings')
  .option('--beside-others', 'make it although there are other accounts', false)
  .option('--remove', 'remove the company, with everything that is in it', false)
  .option('--json', 'print one JSON document')
  .option('--debug', 'print the whole error when something fails')
  .addHelpText('after', HELP)
  .exitOverride((error) => {
    throw error.exitCode === DONE ? error : misuse(error.message.replace(/^error: /, ''), error);
  })
  .configureOutput({ outputError: () => {} })
  .action(async ({ seed, besideOthers, remove, dataDir, databaseUrl, config }: Options) => {
    const isOfClone = dataDir === undefined && config === undefined;
    const folder = dataDirFor(databaseUrl ?? process.env['PARLEY_DATABASE_URL']);
    if (isOfClone) command.setOptionValue('dataDir', folder).setOptionValue('config', settingsFile());
    const keptIn = isOfClone ? folder : null;
    const work = (app: App) => (remove ? takeAway(app, keptIn) : fill(app, { seed, besideOthers, keptIn }));
    // The audit log is about changes of people.
    await withApp(command, work, { begins: !remove, audited: false });
  });

try {
  await command.parseAsync(process.argv);
  process.exit(DONE);
} catch (error) {
  process.exit(report(error, command.opts<GlobalOptions>()));
}

function seedNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

type Filling = { seed: number; besideOthers: boolean; keptIn: string | null };

/** @throws Failure where the company is there already, and for other accounts without --beside-others */
async function fill(app: App, { seed, besideOthers, keptIn }: Filling): Promise<void> {
  const before = await findSample(app.tx(), SAMPLE);
  if (before !== null) {
    throw new Failure(
      `${COMPANY} is there already, as account ${before.accountId}: --remove takes it away, and "npm run dev -- --reset" begins anew`,
    );
  }
  if (!besideOthers && (await countOthers(app.tx(), null)) > 0) {
    throw new Failure('this installation has accounts already: --beside-others makes the company beside them');
  }
  const { seedCompany } = await import('./seed/seed-company.ts');
  const { accessToken, password } = await seedCompany(app, seed);
  const made = await findSample(app.tx(), SAMPLE);
  if (made === null) throw new Failure('the company was removed meanwhile: make it again');
  const signIn: SignIn = {
    account: { id: made.accountId, name: COMPANY },
    email: AGENTS[0].email,
    password,
    access_token: accessToken,
    website_token: made.websiteToken,
    slug: made.slug,
  };
  if (keptIn !== null) keepSignIn(keptIn, signIn);
  const { account, email, access_token } = signIn;
  const addresses = addressesOf(app.installation.publicUrl, made);
  answer(command, { account, user: { email }, access_token, password, ...addresses }, inWords(signIn, addresses));
}

/** Removes the account and its people, unless they are in another account. */
async function takeAway(app: App, keptIn: string | null): Promise<void> {
  const there = await findSample(app.tx(), SAMPLE);
  if (there === null) return answer(command, { removed: null }, `There is no ${COMPANY}.`);
  const { readAgents } = await import('../src/records/read-agents.ts');
  const { removeSample } = await import('../src/cli/demo/remove-sample.ts');
  const members = await readAgents(app.tx(), there.accountId, {});
  const userIds = members.map(({ id }) => id);
  await removeSample(app, there.accountId, userIds);
  if (keptIn !== null) forgetSignIn(keptIn);
  answer(command, { removed: there.accountId }, `Removed ${COMPANY}, account ${there.accountId}.`);
}

function inWords(
  { account, email, password, access_token: token }: SignIn,
  { widget, help_centre: help }: ReturnType<typeof addressesOf>,
): string {
  return [
    `${account.name} is account ${account.id}: ${AGENTS.length} agents, ${CONTACTS.length} contacts, ${CONVERSATIONS} conversations and a help centre.`,
    ...AGENTS.map((agent) => `  ${agent.role.padEnd(14)} ${agent.name} <${agent.email}>`),
    `Password      ${password}   of all of them`,
    `Access token  ${token}   of ${email}`,
    `Widget        ${widget}`,
    `Help centre   ${help}`,
  ].join('\n');
}
