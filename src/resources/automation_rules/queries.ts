import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { RuleEvent } from '../../entities/automation-rule.ts';
import { type BlobRow, findBlobsOfRules } from '../../storage/blobs.ts';

export type RuleRow = Awaited<ReturnType<typeof readRule>>;

/** A rule with the files that it sends. */
export type ShownRule = RuleRow & { files: BlobRow[] };

/** The account's rules, by id; one page, or all with `page` null. */
export async function listRules(tx: Tx, accountId: number, page: Rows | null): Promise<ShownRule[]> {
  const rules = await paged(selectRules(tx).where('account_id', '=', accountId).orderBy('id'), page).execute();
  return withFiles(tx, rules);
}

/** The account's rule with this id; undefined when there is none. */
export function findRule(tx: Tx, accountId: number, id: number): Promise<RuleRow | undefined> {
  return selectRules(tx).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export function lockRule(tx: Tx, accountId: number, id: number): Promise<RuleRow | undefined> {
  const rule = selectRules(tx).where('account_id', '=', accountId).where('id', '=', id);
  return withRowLock(tx, rule).executeTakeFirst();
}

/** The rule with this id, which must exist. */
export function readRule(tx: Tx, id: number) {
  return selectRules(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Which of the active rules that wait for an event: so many after the rule with the id `after`. */
type Part = { event: RuleEvent; after: number; limit: number };

/** Active rules in the order in which they run. */
export function activeRules(tx: Tx, accountId: number, { event, after, limit }: Part): Promise<RuleRow[]> {
  return selectRules(tx)
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('event_name', '=', event)
    .where('active', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The rule with the further values of answers. */
export async function completeRule(tx: Tx, rule: RuleRow): Promise<ShownRule> {
  const [shown] = await withFiles(tx, [rule]);
  return shown as ShownRule;
}

async function withFiles(tx: Tx, rules: RuleRow[]): Promise<ShownRule[]> {
  if (rules.length === 0) return [];
  const ids = rules.map(({ id }) => id);
  const files = await findBlobsOfRules(tx, ids);
  return rules.map((rule) => ({ ...rule, files: files.filter(({ ruleId }) => ruleId === rule.id) }));
}

function selectRules(tx: Tx) {
  return tx.db
    .selectFrom('automation_rules')
    .select([
      'id',
      'account_id as accountId',
      'name',
      'description',
      'event_name as eventName',
      'conditions',
      'actions',
      'active',
      'errors',
      'created_at as createdAt',
    ]);
}
