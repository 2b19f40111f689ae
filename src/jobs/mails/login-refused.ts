import { object, string } from 'yup';
import { integer } from '../../fields.ts';
import { loginRefusedMail } from '../../mail/login-refused-mail.ts';
import { readAdministrators } from '../../records/read-agents.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findInbox } from '../../resources/inboxes/queries.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ inbox_id: integer().required(), reason: string().defined() });

/**
 * The mail that asks the administrators of an account to change the login of an inbox; null when they have, or it has been
 * deleted.
 */
export const loginRefused: MailWriter = async (app, payload, { accountId }) => {
  const { inbox_id: id, reason } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const inbox = await findInbox(tx, accountId, id);
  if (inbox?.channel.settings['reauthorization_required'] !== true) return null;
  const { imap_address: server, imap_login: login } = inbox.channel.settings;
  const account = await readAccount(tx, accountId);
  const administrators = await readAdministrators(tx, accountId);
  return loginRefusedMail(
    administrators.map(({ email }) => email),
    {
      accountName: account.name,
      inboxName: inbox.name,
      server: String(server),
      login: String(login),
      reason,
      request: `PATCH ${app.installation.publicUrl}/api/v1/accounts/${accountId}/inboxes/${id}`,
    },
  );
};
