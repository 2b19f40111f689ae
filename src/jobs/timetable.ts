import type { Tx } from '../db/tx.ts';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { wasDoneSince } from '../queue.ts';
import { HOUR } from '../time.ts';
import { findWaiting, mayAnyWait } from './assignment/find-waiting.ts';
import { forgetAuthorizations } from './authorizations/forget-authorizations.ts';
import { isAnyRefreshDue, refreshAuthorizations } from './authorizations/refresh-authorizations.ts';
import { autoResolve, isAnyIdle } from './auto-resolve.ts';
import { isBackupDue, queueBackup } from './backups/queue-backup.ts';
import { beginCampaigns, isAnyCampaignDue } from './campaigns/begin-campaigns.ts';
import { endSnoozes, isAnySnoozeOver } from './end-snoozes.ts';
import { forgetBlobs } from './forget-blobs.ts';
import { forgetBulkActions } from './bulk/forget-bulk-actions.ts';
import { forgetDownloads } from './forget-downloads.ts';
import { forgetEvents } from './forget-events.ts';
import { forgetIdempotentRequests } from './forget-idempotent-requests.ts';
import { forgetJobs } from './forget-jobs.ts';
import { forgetSessions } from './forget-sessions.ts';
import { endNotificationSnoozes, isAnyNotificationBack } from './notifications/end-notification-snoozes.ts';
import { forgetNotifications } from './notifications/forget-notifications.ts';
import type { JobHandler } from './queue/handler.ts';
import { hasAnyRule } from '../resources/retention/rules.ts';
import { forgetReceived } from './receiving/forget-received.ts';
import { isAnyEventLeft, resumeReceiving } from './receiving/resume-receiving.ts';
import { forgetAuditLog } from './retention/forget-audit-log.ts';
import { pruneAccounts } from './retention/prune-accounts.ts';
import { forgetSendings } from './sending/forget-sendings.ts';
import { isAnySendingLeft, resumeSendings } from './sending/resume-sendings.ts';
import { isAnyReportDue, sumUpReports } from './reports/sum-up-reports.ts';
import { sweepFiles } from './sweep-files.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { mayAnyHaveTemplates, syncAllTemplates } from './templates/sync-all-templates.ts';

/** Recurring work. */
type Entry = {
  cron: string;
  /**
   * Whether to queue a job at this time of `cron`: there is something to do, or it is the hour for it. Without it, one
   * is queued each time. Called often, so it must be cheap.
   */
  isDue?(tx: Tx, now: Date, config: Config): Promise<boolean>;
  /** Long work ends once the signal is aborted. */
  run(app: App, now: Date, signal?: AbortSignal): Promise<void>;
};

/**
 * The timetable of recurring work. When an entry is due, only a job of its name is queued, so that several processes do
 * the work once. `parley jobs run NAME` runs an entry at once.
 */
export const timetable: Record<string, Entry> = {
  'auto-resolve': { cron: '* * * * *', isDue: isAnyIdle, run: autoResolve },
  'begin-campaigns': { cron: '*/5 * * * * *', isDue: isAnyCampaignDue, run: beginCampaigns },
  'end-notification-snoozes': {
    cron: '*/5 * * * * *',
    isDue: isAnyNotificationBack,
    run: endNotificationSnoozes,
  },
  'end-snoozes': { cron: '*/5 * * * * *', isDue: isAnySnoozeOver, run: endSnoozes },
  'find-waiting': { cron: '* * * * *', isDue: mayAnyWait, run: findWaiting },
  'forget-audit-log': { cron: '7 * * * *', isDue: nightly('forget-audit-log'), run: forgetAuditLog },
  'forget-authorizations': { cron: '47 * * * *', run: forgetAuthorizations },
  'forget-blobs': { cron: '2 * * * *', run: forgetBlobs },
  'forget-bulk-actions': { cron: '32 * * * *', run: forgetBulkActions },
  'forget-downloads': { cron: '7 * * * *', run: forgetDownloads },
  'forget-events': { cron: '12 * * * *', isDue: nightly('forget-events'), run: forgetEvents },
  'forget-idempotent-requests': { cron: '17 * * * *', run: forgetIdempotentRequests },
  'forget-jobs': { cron: '27 * * * *', run: forgetJobs },
  'forget-notifications': { cron: '32 * * * *', isDue: nightly('forget-notifications'), run: forgetNotifications },
  'forget-received': { cron: '57 * * * *', isDue: nightly('forget-received'), run: forgetReceived },
  'forget-sessions': { cron: '37 * * * *', run: forgetSessions },
  'forget-sendings': { cron: '52 * * * *', isDue: nightly('forget-sendings'), run: forgetSendings },
  prune: { cron: '22 * * * *', isDue: isPruningDue, run: pruneAccounts },
  'queue-backup': { cron: '* * * * *', isDue: isBackupDue, run: queueBackup },
  'refresh-authorizations': { cron: '* * * * *', isDue: isAnyRefreshDue, run: refreshAuthorizations },
  'resume-receiving': { cron: '* * * * *', isDue: isAnyEventLeft, run: resumeReceiving },
  'resume-sendings': { cron: '* * * * *', isDue: isAnySendingLeft, run: resumeSendings },
  'sum-up-reports': { cron: '* * * * *', isDue: isAnyReportDue, run: sumUpReports },
  'sync-all-templates': { cron: '22 */3 * * *', isDue: mayAnyHaveTemplates, run: syncAllTemplates },
  'sweep-files': { cron: '42 * * * *', isDue: nightly('sweep-files'), run: sweepFiles },
  'sweep-uploads': { cron: '47 * * * *', run: sweepUploads },
};

/** The hour for long work, and after how long it runs at any hour, because some machines are off every night. */
const NIGHT = 3;
const LONGEST_PAUSE_MS = 30 * HOUR;

function nightly(name: string): NonNullable<Entry['isDue']> {
  return async (tx, now) =>
    now.getHours() === NIGHT || !(await wasDoneSince(tx, kindOf(name), new Date(now.getTime() - LONGEST_PAUSE_MS)));
}

async function isPruningDue(...asked: Parameters<NonNullable<Entry['isDue']>>): Promise<boolean> {
  const [tx, now] = asked;
  return (await hasAnyRule(tx, now)) && nightly('prune')(...asked);
}

/** The kind of the jobs that the entry `name` queues: `auto_resolve` for 'auto-resolve'. */
export function kindOf(name: string): string {
  return name.replaceAll('-', '_');
}

/** The handler for each kind of job that the timetable queues. */
export const timetableKinds: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(timetable).map(([name, { run }]) => [
    kindOf(name),
    (app, _, { signal }) => run(app, app.now(), signal),
  ]),
);
