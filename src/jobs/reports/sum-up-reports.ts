import type { App } from '../../app.ts';
import { isAnythingNew, sumUp } from '../../conversations/reporting/sum-up.ts';

export const isAnyReportDue = isAnythingNew;

/** Adds up what reports count, so that they need not read it again. */
export function sumUpReports(app: App, _now: Date, signal?: AbortSignal): Promise<void> {
  return sumUp(app.tx(), signal);
}
