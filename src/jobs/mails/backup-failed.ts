import { number, object, string } from 'yup';
import type { App } from '../../app.ts';
import { backupFolder } from '../../backup/folders.ts';
import { addressesIn } from '../../fields/address-list.ts';
import { backupFailedMail, backupMissesFilesMail } from '../../mail/backup-failed-mail.ts';
import { readAdministrators } from '../../records/read-agents.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ reason: string(), file: string(), missing: number() });

/** The mail to the operators about a failed backup, or a backup with missing files. */
export const backupFailed: MailWriter = async (app, payload) => {
  const { reason = '', file, missing = 0 } = payloadOf.validateSync(payload);
  if (file !== undefined) return backupMissesFilesMail(await recipientsIn(app), { file, missing });
  return backupFailedMail(await recipientsIn(app), { reason, folder: backupFolder(app.config) });
};

/** The addresses in the settings, or the administrators of the first account. */
async function recipientsIn(app: App): Promise<string[]> {
  const named = addressesIn(app.config.backup.mail_to);
  if (named.length > 0) return named;
  const tx = app.tx();
  const first = await tx.db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst();
  return first ? (await readAdministrators(tx, first.id)).map(({ email }) => email) : [];
}
