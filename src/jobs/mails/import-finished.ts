import { object, string } from 'yup';
import { readAgents } from '../../records/read-agents.ts';
import { integer } from '../../fields.ts';
import { importFinishedMail } from '../../mail/import-finished-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import type { MailWriter } from './mail-writer.ts';
import { madeFile } from './made-file.ts';

const payloadOf = object({
  user_id: integer().required(),
  download_id: integer().nullable().defined(),
  report: object({
    filename: string().required(),
    total: integer().required(),
    created: integer().required(),
    updated: integer().required(),
    unchanged: integer().required(),
    failed: integer().required(),
    problem: string().nullable().defined(),
  }),
});

/**
 * The mail with the result of an import (resources/contacts/import/finish-import.ts) to the user who asked for it; null
 * when the user is no longer a member of the account.
 */
export const importFinished: MailWriter = async (app, payload, { accountId }) => {
  if (accountId === null) return null;
  const { user_id: userId, download_id: downloadId, report } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const [user] = await readAgents(tx, accountId, { ids: [userId] });
  const account = await readAccount(tx, accountId);
  const rejected = await madeFile(app, downloadId);
  return user ? importFinishedMail([user.email], { ...report, accountName: account.name }, rejected) : null;
};
