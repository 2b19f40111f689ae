import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { Finding } from '../../checks.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { globalOptions, recordId } from '../options.ts';
import { openFindings } from '../ui/open-findings.ts';
import type { CheckedInbox } from './inbox-checks.ts';

const EXAMPLES = `
Asks the provider whether the login is right, and where it tells what it receives. No contact is written to, unless --to
names one. Each line says ok, warning or failed, and what to do. The exit code is 1 when anything has failed.

Examples:
  $ parley channels test 3
  $ parley channels test 3 --to +15551234567
  $ parley channels test 3 --json`;

export const test = new Command('test')
  .description('Look whether an inbox and its provider are set as they should be.')
  .argument('<inbox>', 'the number that the list shows', recordId)
  .option('--to <address>', 'also send a test message: to a number, an e-mail address, or the id of a chat or user')
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, { to }: { to?: string }, command: Command) => {
    await withApp(command, async (app) => {
      const inbox = await inboxOf(app, id);
      const isDocument = Boolean(globalOptions(command).json);
      const view = await openFindings(isDocument);
      const findings = await examine(app, inbox, to, view.show).finally(() => view.end());

      if (isDocument) answer(command, findings, '');
      const count = findings.filter(({ status }) => status === 'failed').length;
      if (count > 0) throw new Failure(`${count} of ${findings.length} checks failed`);
    });
  });

/** @throws Failure when its messages are sent by no provider, AppError `not_found` when there is no such inbox */
async function inboxOf(app: App, id: number): Promise<CheckedInbox> {
  const { findServedInbox } = await import('./queries.ts');
  const { openInbox } = await import('./inbox-checks.ts');
  const row = await findServedInbox(app.tx(), id);
  if (row) return openInbox(app.tx(), app.config, row, app.now());
  throw new Failure(
    `inbox ${id} has no provider that could be asked: the widget and programs talk to this server themselves`,
  );
}

async function examine(
  app: App,
  inbox: CheckedInbox,
  to: string | undefined,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const { checksOf } = await import('./inbox-checks.ts');
  const { runChecks, runTogether } = await import('../doctor/run-checks.ts');
  const findings = await runTogether(await checksOf(app.tx(), inbox), app.config, onFinding);
  if (to === undefined) return findings;
  const { sendTest } = await import('./send-test.ts');
  const message = { name: 'message', look: () => sendTest(inbox, to) };
  return [...findings, ...(await runChecks([message], app.config, onFinding))];
}
