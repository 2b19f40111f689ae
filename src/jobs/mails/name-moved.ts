import { object } from 'yup';
import { text } from '../../fields.ts';
import { nameMovedMail } from '../../mail/name-moved-mail.ts';
import { readAdministrators } from '../../records/read-agents.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ name: text().required(), of: text().required() });

/** The mail to an account's administrators after another account proved a domain or address to be its own. */
export const nameMoved: MailWriter = async (app, payload, { accountId }) => {
  if (accountId === null) return null;
  const tx = app.tx();
  const administrators = await readAdministrators(tx, accountId);
  const account = await readAccount(tx, accountId);
  return nameMovedMail(
    administrators.map(({ email }) => email),
    { accountName: account.name, ...payloadOf.validateSync(payload) },
  );
};
