import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { invalidField, notFound } from '../../errors.ts';
import { readAgents } from '../../records/read-agents.ts';
import { findInbox } from '../inboxes/queries.ts';

/** The values of a new or changed campaign; undefined = the present value or the default. */
export type CampaignInput = {
  title: string | undefined;
  description: string | null | undefined;
  message: string | undefined;
  inboxId: number | undefined;
  /** Null = the inbox. */
  senderId: number | null | undefined;
  enabled: boolean | undefined;
  triggerRules: Attributes | undefined;
  triggerOnlyDuringBusinessHours: boolean | undefined;
};

/**
 * @throws AppError `not_found`, "Inbox not found"; `invalid` for an inbox that is none of a website, and a sender who is no
 *   member of the account
 */
export async function checkCampaign(
  tx: Tx,
  accountId: number,
  { inboxId, senderId }: Pick<CampaignInput, 'inboxId' | 'senderId'>,
): Promise<void> {
  if (inboxId !== undefined) await checkInbox(tx, accountId, inboxId);
  if (senderId === undefined || senderId === null) return;
  const [sender] = await readAgents(tx, accountId, { ids: [senderId] });
  if (!sender) throw invalidField('sender_id', 'is not an agent of this account');
}

async function checkInbox(tx: Tx, accountId: number, inboxId: number): Promise<void> {
  const inbox = await findInbox(tx, accountId, inboxId);
  if (!inbox) throw notFound('Inbox');
  if (inbox.channel.type !== 'web_widget') throw invalidField('inbox_id', 'must be a website inbox');
}
