import { type Check, failed, type Finding, NotChecked, type Outcome, warning } from '../../checks.ts';
import type { Config } from '../../config.ts';
import { explain } from '../explain.ts';
import { Failure } from '../failure.ts';

/** How long each check may take. */
const LIMIT_MS = 15_000;
/** Checks that run at once. */
const MOST_AT_ONCE = 8;

/** Hears of a finding; `notChecked`: why the check could not run, null where it did. */
export type OnFinding = (finding: Finding, notChecked: NotChecked | null) => void;

/**
 * Runs every check, one after the other, calls `onFinding` for each, and returns all findings. A check that throws or
 * takes longer than 15 seconds fails, but NotChecked is a warning; the others go on. `config` serves to explain errors.
 */
export async function runChecks(checks: readonly Check[], config: Config, onFinding: OnFinding): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    const looked = await lookedAt(check, config);
    findings.push(looked.finding);
    onFinding(looked.finding, looked.notChecked);
  }
  return findings;
}

/** The same for checks that wait for others, up to 8 at once; `onFinding` hears of them in their order. */
export async function runTogether(checks: readonly Check[], config: Config, onFinding: OnFinding): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let from = 0; from < checks.length; from += MOST_AT_ONCE) {
    const some = await Promise.all(checks.slice(from, from + MOST_AT_ONCE).map((check) => lookedAt(check, config)));
    for (const { finding, notChecked } of some) onFinding(finding, notChecked);
    findings.push(...some.map(({ finding }) => finding));
  }
  return findings;
}

/** What the check finds within `limitMs`. */
export async function findingOf(check: Check, config: Config, limitMs = LIMIT_MS): Promise<Finding> {
  return (await lookedAt(check, config, limitMs)).finding;
}

type Looked = { finding: Finding; notChecked: NotChecked | null };

async function lookedAt({ name, look }: Check, config: Config, limitMs = LIMIT_MS): Promise<Looked> {
  const outcome = await outcomeOf(look, config, limitMs);
  if (!(outcome instanceof NotChecked)) return { finding: { check: name, ...outcome }, notChecked: null };
  const shown = warning(`not checked: ${outcome.message}`, LOOK_AGAIN);
  return { finding: { check: name, ...shown }, notChecked: outcome };
}

async function outcomeOf(look: () => Promise<Outcome>, config: Config, limitMs: number): Promise<Outcome | NotChecked> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(failed(`nothing came of it in ${limitMs / 1000} seconds`, LATE)), limitMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return error instanceof NotChecked ? error : outcomeOfError(error, config);
  } finally {
    clearTimeout(timer);
  }
}

/** The advice beside what was not checked. */
export const LOOK_AGAIN = 'put right what else is listed here, then look again';

const LATE = 'see whether what it talks to is overloaded, or cut off by a firewall';

function outcomeOfError(error: unknown, config: Config): Outcome {
  const explained = explain(error, config) as Error;
  // Explained errors have the form "what is wrong: what to do".
  const [, what = explained.message, advice] = /^(.*?): ([^:]+)$/s.exec(explained.message) ?? [];
  const isExplained = explained instanceof Failure && advice !== undefined;
  return isExplained ? failed(what, advice) : failed(explained.message, 'see the log of "parley serve" for more');
}
