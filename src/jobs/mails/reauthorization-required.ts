import { object } from 'yup';
import { integer } from '../../fields.ts';
import { reauthorizationMail } from '../../mail/reauthorization-mail.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { readAdministrators } from '../../records/read-agents.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { findAuthorization } from '../../resources/authorizations/queries.ts';
import { findNameOfChannel } from '../../resources/inboxes/find-name-of-channel.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ authorization_id: integer().required() });

/**
 * The mail that asks the administrators of an account to connect an inbox or an integration again; null when they have, or
 * it has been deleted.
 */
export const reauthorizationRequired: MailWriter = async (app, payload, { accountId }) => {
  const { authorization_id: id } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const lost = await findAuthorization(tx, id);
  if (!lost || lost.problem === null) return null;
  const { title } = PROVIDERS[lost.provider];
  const inbox = lost.channelId === null ? null : await findNameOfChannel(tx, lost.channelId);
  const account = await readAccount(tx, accountId);
  const administrators = await readAdministrators(tx, accountId);
  const path = `/api/v1/accounts/${accountId}/${lost.provider}/authorization`;
  return reauthorizationMail(
    administrators.map(({ email }) => email),
    {
      accountName: account.name,
      what: inbox === null ? title : `the inbox ${inbox}`,
      provider: title,
      reason: lost.problem,
      request: `POST ${app.installation.publicUrl}${path}`,
    },
  );
};
