import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../records/actor.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { matchingRule } from '../../resources/automation_rules/matching-rule.ts';
import { findRule, type RuleRow } from '../../resources/automation_rules/queries.ts';
import { runRuleStep } from '../../resources/automation_rules/run-rule-step.ts';
import { type RulesRun, runOf } from '../../resources/automation_rules/rules-run.ts';
import { withFiles } from '../bulk/with-files.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';

/**
 * Runs the automation rules that wait for what has happened, one after the other, an action after the other, each in a
 * transaction that also says how far it is: after an interruption, it continues there.
 */
export const runRules: JobHandler = async (app, payload, job) => {
  const { accountId } = job;
  if (accountId === null || (await readAccount(app.tx(), accountId)).status !== 'active') return;
  let run: RulesRun | null = runOf(payload);
  while (run !== null) {
    const rule: RuleRow | null | undefined =
      run.step > 0
        ? await findRule(app.tx(), accountId, run.ruleId)
        : await matchingRule(app.tx(), accountId, run, app.now());
    if (!rule && run.step === 0) return;
    run = rule ? await runRule(app, rule, run, job) : { ...run, step: 0 };
  }
};

/** Continues the actions of the rule. Returns the progress; null = another process continues. */
async function runRule(app: App, rule: RuleRow, begun: RulesRun, job: JobUnderWay): Promise<RulesRun | null> {
  const { rate_limit: limits } = app.config;
  const context = {
    actor: actorOf(rule),
    event: `automation_event.${begun.event}`,
    transcriptsPerHour: limits.transcripts_per_hour,
    teamMailsPerHour: limits.team_mails_per_hour,
    ruleId: rule.id,
    onError(error: unknown, action: string) {
      const facts = { err: error, account_id: rule.accountId, rule_id: rule.id, action };
      app.log[error instanceof AppError ? 'warn' : 'error'](facts, 'an automation rule could not do an action');
    },
  };
  let run: RulesRun | null = begun;
  do {
    job.signal.throwIfAborted();
    const at: RulesRun = run;
    // It has fewer actions since it was changed.
    if (at.step >= rule.actions.length) return { ...at, ruleId: rule.id, step: 0 };
    run = await withFiles(app, rule.accountId, rule.actions[at.step], (files) =>
      runRuleStep(app.tx(), job.id, rule, at, { ...context, files, now: app.now() }),
    );
    await setImmediate();
  } while (run !== null && run.step > 0);
  return run;
}

/** Rules act for the account, with the rights of the administrators who write them. */
function actorOf({ id }: RuleRow): Actor {
  return {
    type: 'AutomationRule',
    id,
    name: 'Automation System',
    displayName: null,
    email: null,
    avatarUrl: null,
    role: 'administrator',
    tokenId: null,
    answeredDeliveryId: null,
  };
}
