import { Command } from 'commander';
import type { Config } from '../config.ts';
import { answer } from './answer.ts';
import type { Finding } from '../checks.ts';
import { Failure } from './failure.ts';
import { becomeOwnerOf, quietLog } from './open.ts';
import { configOf, globalOptions, settingsFilesOf } from './options.ts';
import { openFindings } from './ui/open-findings.ts';

const EXAMPLES = `
Looks at the settings, the data directory, the database, the mail server, the public address, webhooks, queued work, and
inboxes at their providers, and changes nothing. Each line says ok, warning or failed, and what to do. The exit code is 1 when anything has failed.

Examples:
  $ parley doctor
  $ parley doctor --json | jq '.[] | select(.status != "ok")'`;

export const doctor = new Command('doctor')
  .description('Look whether everything is as it should be, and say what to do where it is not.')
  .addHelpText('after', EXAMPLES)
  .action(async (_options: object, command: Command) => {
    const isDocument = Boolean(globalOptions(command).json);
    const view = await openFindings(isDocument);
    const findings = await examine(command, view.show).finally(() => view.end());

    if (isDocument) answer(command, findings, '');
    const count = findings.filter(({ status }) => status === 'failed').length;
    if (count > 0) throw new Failure(`${count} of ${findings.length} checks failed`);
  });

async function examine(command: Command, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const config = await settings(command);
  if (!('data_dir' in config)) {
    onFinding(config);
    return [config];
  }
  becomeOwnerOf(config.data_dir);
  const { allChecks } = await import('./doctor/all.ts');
  const { openDoctorContext } = await import('./doctor/context.ts');
  const { inboxChecks } = await import('./doctor/inboxes.ts');
  const { runChecks, runTogether } = await import('./doctor/run-checks.ts');
  const { gatherNotChecked } = await import('./doctor/gather.ts');
  const context = await openDoctorContext(config, await quietLog(), new Date());
  const checks = allChecks(context, await settingsFilesOf(command));
  const { show, end } = gatherNotChecked(onFinding);
  try {
    const findings = await runChecks(checks, config, show);
    findings.push(...(await runTogether(await inboxChecks(context), config, show)));
    end();
    return findings;
  } finally {
    await context.close();
  }
}

/** The settings, or the finding that they are invalid, which ends the checks. */
async function settings(command: Command): Promise<Config | Finding> {
  try {
    return await configOf(command);
  } catch (error) {
    const advice = 'correct that setting; "parley config" shows those in force. Nothing else was checked';
    return { check: 'configuration', status: 'failed', message: (error as Error).message, advice };
  }
}
