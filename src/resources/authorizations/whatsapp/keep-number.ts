import { openSecrets, sealSecrets } from '../../../channels/secrets.ts';
import type { SignedUpNumber } from '../../../channels/whatsapp/embedded-signup.ts';
import { whatsapp } from '../../../channels/whatsapp/settings.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { found } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { createInbox } from '../../inboxes/create-inbox.ts';
import { inboxInput } from '../../inboxes/inbox-input.ts';
import { findInbox, type InboxRow } from '../../inboxes/queries.ts';
import { updateInbox } from '../../inboxes/update-inbox.ts';

/** A working number, with the credentials for its inbox. */
type Kept = {
  number: SignedUpNumber;
  /** Its provider_config. */
  settings: Attributes;
  /** With which this server has registered it; null = it never has. */
  pin: string | null;
  /** The secret that signs callbacks of this installation's app. */
  appSecret: string;
};

/**
 * Makes the inbox of the number, or gives `before` the new key. The pin and the secret of the app are not shown: the app is
 * that of the installation.
 * @throws AppError `plan_limit` when the account may have no more inboxes, `not_found` when `before` has been deleted
 */
export function keepNumber(
  tx: Tx,
  account: AccountRecord,
  before: InboxRow | null,
  { number, settings, pin, appSecret }: Kept,
  now: Date,
): Promise<InboxRow> {
  return inTransaction(tx, async (tx) => {
    const channel = {
      phone_number: number.phoneNumber,
      provider: 'whatsapp_cloud',
      provider_config: { ...settings, app_secret: null },
    };
    const input = { ...inboxInput({}, null), channel };
    const inbox = before
      ? await updateInbox(tx, account, before.id, input, now)
      : await createInbox(tx, account, whatsapp, { ...input, name: nameOf(number) }, now);
    const secrets = { ...openSecrets(tx, inbox.sealedSecrets), ...(pin !== null && { pin }), app_secret: appSecret };
    await tx.db
      .updateTable('channels')
      .set({ sealed_secrets: sealSecrets(tx, secrets) })
      .where('id', '=', inbox.channel.id)
      .execute();
    return found(await findInbox(tx, account.id, inbox.id), 'Inbox');
  });
}

const nameOf = ({ name, phoneNumber }: SignedUpNumber) => (name === '' ? phoneNumber : `${name} WhatsApp`);
