import { type Check, failed, type Finding, NotChecked, type Outcome, warning } from '../../checks.ts';
import type { Config } from '../../config.ts';
import { explain } from '../explain.ts';
import { Failure } from '../failure.ts';

/** How long each check may take. */
const LIMIT_MS = 15_000;
/** Checks that run at once. */
const MOST_AT_ONCE = 8;

/**
 * Runs every check, one after the other, calls `onFinding` for each, and returns all findings. A check that throws or
 * takes longer than 15 seconds fails, but NotChecked is a warning; the others go on. `config` serves to explain errors.
 */
export async function runChecks(
  checks: readonly Check[],
  config: Config,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    const finding = await findingOf(check, config);
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

/** The same for checks that wait for others, up to 8 at once; `onFinding` hears of them in their order. */
export async function runTogether(
  checks: readonly Check[],
  config: Config,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let from = 0; from < checks.length; from += MOST_AT_ONCE) {
    const some = await Promise.all(checks.slice(from, from + MOST_AT_ONCE).map((check) => findingOf(check, config)));
    for (const finding of some) onFinding(finding);
    findings.push(...some);
  }
  return findings;
}

/** What the check finds within `limitMs`. */
export async function findingOf({ name, look }: Check, config: Config, limitMs = LIMIT_MS): Promise<Finding> {
  return { check: name, ...(await outcomeOf(look, config, limitMs)) };
}

async function outcomeOf(look: () => Promise<Outcome>, config: Config, limitMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(failed(`nothing came of it in ${limitMs / 1000} seconds`, LATE)), limitMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return outcomeOfError(error, config);
  } finally {
    clearTimeout(timer);
  }
}

const LATE = 'see whether what it talks to is overloaded, or cut off by a firewall';

function outcomeOfError(error: unknown, config: Config): Outcome {
  if (error instanceof NotChecked) {
    return warning(`not checked: ${error.message}`, 'put right what else is listed here, then look again');
  }
  const explained = explain(error, config) as Error;
  // Explained errors have the form "what is wrong: what to do".
  const [, what = explained.message, advice] = /^(.*?): ([^:]+)$/s.exec(explained.message) ?? [];
  const isExplained = explained instanceof Failure && advice !== undefined;
  return isExplained ? failed(what, advice) : failed(explained.message, 'see the log of "parley serve" for more');
}
