import type { App } from '../../app.ts';
import { isAnythingNew, sumUp } from '../../conversations/reporting/sum-up.ts';

export const isAnyReportDue = isAnythingNew;

/** Adds new facts to the sums of reports. */
export function sumUpReports(app: App, _now: Date, signal?: AbortSignal): Promise<void> {
  return sumUp(app.tx(), signal);
}
