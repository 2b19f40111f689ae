import { object, string } from 'yup';
import { readAdministrators } from '../../records/read-agents.ts';
import { integer } from '../../fields.ts';
import { webhookDisabledMail } from '../../mail/webhook-disabled-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findWebhook } from '../../resources/webhooks/queries.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ webhook_id: integer().required(), reason: string().required() });

/**
 * The mail to an account's administrators about a disabled webhook; null = enabled again or deleted.
 */
export const webhookDisabled: MailWriter = async (app, payload, { accountId }) => {
  const { webhook_id: id, reason } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const webhook = await findWebhook(tx, accountId, id);
  if (!webhook || webhook.disabledAt === null) return null;
  const administrators = await readAdministrators(tx, accountId);
  const account = await readAccount(tx, accountId);
  const address = `${app.installation.publicUrl}/api/v1/accounts/${accountId}/webhooks/${id}`;
  return webhookDisabledMail(
    administrators.map(({ email }) => email),
    { accountName: account.name, url: webhook.url, reason, webhookAddress: address },
  );
};
