import { object } from 'yup';
import { integer } from '../../fields.ts';
import { addressCodeMail } from '../../mail/address-code-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { addressCode as codeFor } from '../../resources/inboxes/addresses/address-code.ts';
import { addressOf, findInbox } from '../../resources/inboxes/queries.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ inbox_id: integer().required() });

/** The mail with the code for the address of an e-mail inbox; null when it has been deleted. */
export const addressCode: MailWriter = async (app, payload, { accountId }) => {
  const { inbox_id: id } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const inbox = await findInbox(tx, accountId, id);
  const address = inbox && addressOf(inbox);
  if (!inbox || !address) return null;
  const { publicUrl, vault } = app.installation;
  return addressCodeMail({
    accountName: (await readAccount(tx, accountId)).name,
    inboxName: inbox.name,
    address,
    code: codeFor(vault, inbox.channel.id, address, app.now()),
    serverUrl: publicUrl,
  });
};
