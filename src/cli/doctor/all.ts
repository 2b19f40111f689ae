import type { Check } from './check.ts';
import { clockCheck } from './clock.ts';
import { configurationCheck } from './configuration.ts';
import { databaseCheck } from './database.ts';
import { dataDirectoryCheck, diskSpaceCheck } from './data-directory.ts';
import { deadJobsCheck, deliveriesCheck, jobsCheck } from './jobs.ts';
import { migrationsCheck } from './migrations.ts';
import type { Patient } from './patient.ts';
import { publicUrlCheck } from './public-url.ts';
import { secretKeyCheck } from './secret-key.ts';
import { smtpCheck } from './smtp.ts';
import { webhooksCheck } from './webhooks.ts';

/** Every check, in the order in which they are made and shown. */
export function allChecks(patient: Patient, configFile: string | undefined, env: NodeJS.ProcessEnv): Check[] {
  return [
    configurationCheck(configFile, env),
    dataDirectoryCheck(patient.config),
    diskSpaceCheck(patient.config),
    databaseCheck(patient),
    migrationsCheck(patient),
    secretKeyCheck(patient),
    clockCheck(patient),
    smtpCheck(patient),
    publicUrlCheck(patient),
    webhooksCheck(patient),
    deliveriesCheck(patient),
    jobsCheck(patient),
    deadJobsCheck(patient),
  ];
}
