import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { AppError } from '../../errors.ts';
import { compileRule } from '../../filters/compile-rule.ts';
import { definitionsFor, readRuleConditions } from '../../filters/read-rule-conditions.ts';
import { activeRules, type RuleRow } from './queries.ts';
import type { RulesRun } from './rules-run.ts';
import { switchOffUnreadable } from './switch-off-unreadable.ts';

/**
 * Rules that are read at once: after each one that has run, those behind it are looked at anew, and where all of many run, reading
 * all of them each time would take the longest.
 */
const MOST_RULES = 20;
/** Most conditions in a statement, except for a rule with more. */
const MOST_CONDITIONS = 100;

/** A rule whose conditions have been read: how many they are, and whether they are met. */
type ReadRule = { rule: RuleRow; count: number; meets: RawBuilder<SqlBool> };

/**
 * The first rule after `run.ruleId` whose conditions the conversation meets; null = none does, or the conversation is gone.
 * A rule whose conditions cannot be read any more, because their attribute has been deleted, is switched off.
 */
export async function matchingRule(tx: Tx, accountId: number, run: RulesRun, now: Date): Promise<RuleRow | null> {
  let after = run.ruleId;
  for (;;) {
    const rules = await activeRules(tx, accountId, { event: run.event, after, limit: MOST_RULES });
    for (const batch of batchesOf(await readAll(tx, accountId, rules, run, now))) {
      const first = await firstMet(tx, accountId, run.conversationId, batch);
      if (first) return first;
      // A rule may look for hundreds of words in a long message.
      await setImmediate();
    }
    if (rules.length < MOST_RULES) return null;
    after = rules.at(-1)?.id ?? after;
  }
}

async function readAll(
  tx: Tx,
  accountId: number,
  rules: RuleRow[],
  { event, messageId, changed }: RulesRun,
  now: Date,
): Promise<ReadRule[]> {
  const conditions = rules.flatMap((rule) => rule.conditions);
  const definitions = await definitionsFor(tx, accountId, conditions);
  const read: ReadRule[] = [];
  for (const rule of rules) {
    try {
      const conditions = readRuleConditions(rule.conditions, event, definitions, now);
      const meets = compileRule(tx, { accountId, messageId, changed }, conditions);
      read.push({ rule, count: conditions.length, meets });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await switchOffUnreadable(tx, accountId, rule.id, now);
    }
  }
  return read;
}

function batchesOf(rules: ReadRule[]): ReadRule[][] {
  const batches: ReadRule[][] = [];
  let left = 0;
  for (const rule of rules) {
    if (batches.length === 0 || rule.count > left) {
      batches.push([]);
      left = MOST_CONDITIONS;
    }
    batches.at(-1)?.push(rule);
    left -= rule.count;
  }
  return batches;
}

async function firstMet(
  tx: Tx,
  accountId: number,
  conversationId: number,
  rules: ReadRule[],
): Promise<RuleRow | undefined> {
  const columns = sql.join(
    rules.map(({ meets }, index) => sql`case when ${meets} then 1 else 0 end as ${sql.ref(`r${index}`)}`),
  );
  const { rows } = await sql<Record<string, number>>`select ${columns} from conversations t
    where t.id = ${conversationId} and t.account_id = ${accountId}`.execute(tx.db);
  return rules.find((_, index) => rows[0]?.[`r${index}`] === 1)?.rule;
}
