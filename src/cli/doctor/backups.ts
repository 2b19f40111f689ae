import { packedLength } from '../../backup/archive/end-mark.ts';
import { backupFolder } from '../../backup/folders.ts';
import { type KeptBackup, keptBackups } from '../../backup/kept-backups.ts';
import { DAY, inWords } from '../../time.ts';
import { type Check, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

/** How old the newest backup may be where the server makes one every day, and otherwise. */
const LATE_MS = 2 * DAY;
const OLD_MS = 7 * DAY;

/** Checks that there is a backup in the folder of the settings, which was not made too long ago, is not cut off and misses no files. */
export const backupsCheck = ({ config, now }: DoctorContext): Check => ({
  name: 'backups',
  async look() {
    const folder = backupFolder(config);
    const isScheduled = config.backup.schedule !== '';
    const newest = await newestWhole(folder);
    const advice = isScheduled
      ? '"parley jobs list --kind back_up" says why; "parley backup" makes one at once'
      : '"parley backup" makes one, and the setting backup.schedule one every day';
    if (newest === null) return warning(`there is none in ${folder}`, advice);
    const message = `the last one in ${folder} was made ${inWords(newest.at)}`;
    if (newest.misses) {
      const lost = `${message}, and misses ${newest.misses} of the files that rows name`;
      return warning(lost, 'put the files back into the data directory: the last backup that has them is kept');
    }
    const isLate = now.getTime() - newest.at.getTime() > (isScheduled ? LATE_MS : OLD_MS);
    return isLate ? warning(message, advice) : ok(message);
  },
});

/** The newest backup that has its end; null = there is none. */
async function newestWhole(folder: string): Promise<KeptBackup | null> {
  for (const backup of await keptBackups(folder)) {
    const isWhole = await packedLength(backup.path).then(
      () => true,
      () => false,
    );
    if (isWhole) return backup;
  }
  return null;
}
