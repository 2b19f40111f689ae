import { json } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { recordInboxUpdated } from '../../../events/record-inbox.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { InboxRow } from '../queries.ts';
import { touchInboxes } from '../write-inbox.ts';

/** Stores the template for the surveys of a locked inbox, whose other settings stay, and records the change. */
export async function setSurveyTemplate(
  tx: Tx,
  account: AccountRecord,
  inbox: InboxRow,
  template: Attributes,
  now: Date,
): Promise<void> {
  const csatConfig = { ...inbox.csatConfig, template };
  await touchInboxes(tx, account.id, now);
  await tx.db
    .updateTable('inboxes')
    .set({ csat_config: json(csatConfig), updated_at: now })
    .where('id', '=', inbox.id)
    .execute();
  await recordInboxUpdated(tx, inbox, { ...inbox, csatConfig, updatedAt: now }, account, now);
}
