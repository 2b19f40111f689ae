import { backupsCheck } from './backups.ts';
import { busCheck } from './bus.ts';
import type { Check } from '../../checks.ts';
import type { SettingsFiles } from '../../config/settings-files.ts';
import { clockCheck } from './clock.ts';
import { configurationCheck } from './configuration.ts';
import { databaseCheck } from './database.ts';
import { filesCheck } from './files.ts';
import { dataDirectoryCheck, diskSpaceCheck } from './data-directory.ts';
import { deadJobsCheck, deliveriesCheck, jobsCheck } from './jobs.ts';
import { receivedCheck, sendingsCheck } from './messages.ts';
import { migrationsCheck } from './migrations.ts';
import type { DoctorContext } from './context.ts';
import { publicUrlCheck } from './public-url.ts';
import { quotasCheck } from './quotas.ts';
import { secretKeyCheck } from './secret-key.ts';
import { smtpCheck } from './smtp.ts';
import { webhooksCheck } from './webhooks.ts';

/** Every check but those of inboxes, in the order in which they run and are shown. */
export function allChecks(context: DoctorContext, settings: SettingsFiles): Check[] {
  return [
    configurationCheck(settings),
    dataDirectoryCheck(context.config),
    diskSpaceCheck(context.config),
    backupsCheck(context),
    databaseCheck(context),
    migrationsCheck(context),
    filesCheck(context),
    busCheck(context),
    secretKeyCheck(context),
    clockCheck(context),
    smtpCheck(context),
    publicUrlCheck(context),
    webhooksCheck(context),
    deliveriesCheck(context),
    jobsCheck(context),
    deadJobsCheck(context),
    sendingsCheck(context),
    receivedCheck(context),
    quotasCheck(context),
  ];
}
