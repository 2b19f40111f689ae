import { object } from 'yup';
import { loginProblem } from '../../channels/login.ts';
import { integer } from '../../fields.ts';
import { loginRefusedMail } from '../../mail/login-refused-mail.ts';
import { readAdministrators } from '../../records/read-agents.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findInbox } from '../../resources/inboxes/queries.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ inbox_id: integer().required() });

/**
 * The mail that tells the administrators of an account that a provider refuses the login of an inbox; null when its settings
 * have been saved again, or it has been deleted.
 */
export const loginRefused: MailWriter = async (app, payload, { accountId }) => {
  const { inbox_id: id } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const inbox = await findInbox(tx, accountId, id);
  const reason = inbox && loginProblem(inbox.channel.settings);
  if (!inbox || !reason) return null;
  const administrators = await readAdministrators(tx, accountId);
  const account = await readAccount(tx, accountId);
  const inboxAddress = `${app.installation.publicUrl}/api/v1/accounts/${accountId}/inboxes/${id}`;
  return loginRefusedMail(
    administrators.map(({ email }) => email),
    { accountName: account.name, inboxName: inbox.name, reason, inboxAddress },
  );
};
