import { object } from 'yup';
import { readAgents } from '../../records/read-agents.ts';
import { integer } from '../../fields.ts';
import { exportReadyMail } from '../../mail/export-ready-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import type { MailWriter } from './mail-writer.ts';
import { madeFile } from './made-file.ts';

const payloadOf = object({
  user_id: integer().required(),
  count: integer().required(),
  download_id: integer().required(),
});

/**
 * The mail with the file of an export (resources/contacts/export/finish-export.ts) to the user who asked for it; null
 * when the user is no longer a member of the account, or the file no longer exists.
 */
export const exportReady: MailWriter = async (app, payload, { accountId }) => {
  if (accountId === null) return null;
  const { user_id: userId, count, download_id: downloadId } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const [user] = await readAgents(tx, accountId, { ids: [userId] });
  const account = await readAccount(tx, accountId);
  const file = await madeFile(app, downloadId);
  return user && file ? exportReadyMail([user.email], { accountName: account.name, count }, file) : null;
};
