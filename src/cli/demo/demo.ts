import { Command } from 'commander';
import type { App } from '../../app.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { globalOptions } from '../options.ts';
import { addressesOf } from './addresses.ts';
import type { Demo } from './find-demo.ts';
import type { MadeDemo } from './make-demo.ts';
import { DEMO_EMAIL } from './story.ts';

const EXAMPLES = `
The demo is an account of its own: a person, a website with the widget, three conversations and a help centre. Made again, it prints the
same addresses. Where there are other accounts it is made only with --beside-others. --remove takes all of it away.

Examples:
  $ parley demo
  $ parley demo --beside-others
  $ parley demo --remove`;

type Options = { besideOthers: boolean; remove: boolean };

export const demo = new Command('demo')
  .description('Make an account to look at, with conversations, and print where they are.')
  .option('--beside-others', 'make it although there are other accounts', false)
  .option('--remove', 'remove it, with everything that is in it', false)
  .addHelpText('after', EXAMPLES)
  .action(async ({ besideOthers, remove }: Options, command: Command) => {
    const work = remove ? (app: App) => takeAway(app, command) : (app: App) => ensure(app, command, besideOthers);
    await withApp(command, work, { begins: !remove });
  });

/** @throws Failure for other accounts without --beside-others */
async function ensure(app: App, command: Command, besideOthers: boolean): Promise<void> {
  const { countOthers, findDemo } = await import('./find-demo.ts');
  const before = await findDemo(app.tx());
  if (before === null && !besideOthers && (await countOthers(app.tx(), null)) > 0) {
    throw new Failure(
      'this installation has accounts already: --beside-others makes the demo beside them, as an account of its own',
    );
  }
  const { newPassword } = await import('../../fields/new-password.ts');
  const password = newPassword();
  const made = before === null ? await make(app, password) : null;
  const there = before ?? (await findDemo(app.tx()));
  if (there === null) throw new Failure('the demo was removed meanwhile: make it again');
  const shown = made?.hasPassword ? password : undefined;
  answer(command, documentOf(app, there, made, shown), inWords(app, command, { demo: there, made, password: shown }));
}

async function make(app: App, password: string): Promise<MadeDemo> {
  const { hashPassword } = await import('../../secrets.ts');
  const { makeDemo } = await import('./make-demo.ts');
  return makeDemo(app.tx(), await hashPassword(password), app.now());
}

/** The account with all that is in it, and then its person, unless they are in another account. */
async function takeAway(app: App, command: Command): Promise<void> {
  const { findDemo } = await import('./find-demo.ts');
  const { removeSample } = await import('./remove-sample.ts');
  const there = await findDemo(app.tx());
  if (there === null) return answer(command, { removed: null }, 'There is no demo.');
  await removeSample(app, there.accountId, [there.userId]);
  answer(command, { removed: there.accountId }, `Removed the demo, account ${there.accountId}.`);
}

function documentOf(app: App, there: Demo, made: MadeDemo | null, password: string | undefined) {
  return {
    account: { id: there.accountId },
    user: { email: DEMO_EMAIL },
    ...addressesOf(app.installation.publicUrl, there),
    ...(made && { access_token: made.accessToken }),
    ...(password !== undefined && { password }),
  };
}

type Shown = { demo: Demo; made: MadeDemo | null; password: string | undefined };

function inWords(app: App, command: Command, { demo: there, made, password }: Shown): string {
  const { dataDir, config } = globalOptions(command);
  const same = `${dataDir ? ` --data-dir ${dataDir}` : ''}${config ? ` --config ${config}` : ''}`;
  const { widget, help_centre: help, docs } = addressesOf(app.installation.publicUrl, there);
  const { accountId } = there;
  const token = made?.accessToken ?? 'TOKEN';
  return [
    `The demo is account ${accountId}. Open these while "parley serve${same}" runs:`,
    `  The widget, as visitors see it  ${widget || 'its inbox was deleted'}`,
    `  The help centre                 ${help || 'it was deleted'}`,
    `  The documentation               ${docs}`,
    '',
    `Its administrator is ${DEMO_EMAIL}.`,
    ...(password === undefined ? [] : [`  Password      ${password}`]),
    made === null
      ? `  "parley users token ${DEMO_EMAIL} --name demo${same}" makes a token, "users reset-password" a password.`
      : `  Access token  ${made.accessToken}`,
    ...(made === null ? [] : ['  Neither is shown again.']),
    '',
    'Next:',
    '  Write something in the widget, and see it among the conversations:',
    `    curl -s -H "api_access_token: ${token}" ${app.installation.publicUrl}/api/v1/accounts/${accountId}/conversations`,
    '  Answer the one with the number ID, and see that in the widget:',
    `    curl -s -H "api_access_token: ${token}" ${app.installation.publicUrl}/api/v1/accounts/${accountId}/conversations/ID/messages \\`,
    "      -d content='On its way!' -d message_type=outgoing",
    `  Remove all of it: parley demo --remove${same}`,
  ].join('\n');
}
