import { type Finding, type NotChecked, warning } from '../../checks.ts';
import { LOOK_AGAIN, type OnFinding } from './run-checks.ts';

/**
 * Shows findings by `show` as they come, but those of checks that could not run once, in one line at the `end`: with the
 * reason that the first of them had.
 */
export function gatherNotChecked(show: (finding: Finding) => void): { show: OnFinding; end(): void } {
  const names: string[] = [];
  let reason: NotChecked | null = null;
  return {
    show(finding, notChecked) {
      if (notChecked === null) return show(finding);
      reason ??= notChecked;
      names.push(finding.check);
    },
    end() {
      if (reason === null) return;
      show({ check: 'not checked', ...warning(`${reason.message}: ${names.join(', ')}`, LOOK_AGAIN) });
    },
  };
}
