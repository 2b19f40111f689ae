import { isDeepStrictEqual } from 'node:util';
import { isWaiting, withStatus } from '../../../channels/survey-templates/survey-template.ts';
import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { setSurveyTemplate } from '../surveys/set-survey-template.ts';
import { touchInboxes } from '../write-inbox.ts';

/**
 * Stores the message templates that the service has for the number of this inbox, and the status of its survey template, unless
 * the inbox has been deleted. Returns whether that template waits for an approval.
 */
export function keepTemplates(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  templates: readonly Attributes[],
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    const inbox = await findInbox(tx, account.id, inboxId);
    if (!inbox) return false;
    // Clients need not read the inboxes again every few hours for nothing.
    if (!isDeepStrictEqual(inbox.channel.messageTemplates, templates)) {
      await touchInboxes(tx, account.id, now);
      await tx.db
        .updateTable('channels')
        .set({ message_templates: json(templates), updated_at: now })
        .where('id', '=', inbox.channel.id)
        .execute();
    }
    const { template } = inbox.csatConfig;
    if (!template) return false;
    const known = withStatus(template, templates);
    if (known !== template) await setSurveyTemplate(tx, account, inbox, known, now);
    return isWaiting(known);
  });
}
