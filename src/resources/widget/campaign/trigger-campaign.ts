import type { Tx } from '../../../db/tx.ts';
import { startConversation } from '../../../conversations/create-conversation.ts';
import { isOutOfOffice } from '../../../conversations/replies/out-of-office.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { findShownCampaign } from '../../campaigns/queries.ts';
import { messageOf } from '../../campaigns/sending/message-of.ts';
import { findCurrentConversation } from '../conversation/current-conversation.ts';
import { enterVisitor } from '../visitor/enter-visitor.ts';
import { type Said, writeSaid } from '../../contacts/public/write-said.ts';

export type Triggered = {
  /** The campaign's number in the account. */
  campaignId: number;
  /** What the visitor filled in before; null = nothing. */
  said: Said | null;
  customAttributes: Attributes;
  /** Where it was triggered (`originOf`). */
  additionalAttributes: Attributes;
};

/**
 * Begins a conversation with the campaign's message, for a visitor who has none; null = somebody new, who becomes a contact.
 * Nothing happens, and null is returned, outside of the opening hours where the campaign keeps to them, and for a campaign
 * that the website does not have (any more).
 * @throws AppError as `enterVisitor` and `startConversation` do
 */
export function triggerCampaign(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  { campaignId, said, ...given }: Triggered,
  now: Date,
): Promise<ContactCaller | null> {
  return inTransaction(tx, async (tx) => {
    const campaign = await findShownCampaign(tx, inbox.account.id, inbox.id, campaignId);
    if (!campaign || (campaign.triggerOnlyDuringBusinessHours && isOutOfOffice(inbox, now))) return null;
    const entered = visitor ?? (await enterVisitor(tx, inbox, now));
    const known = said && { ...said, isProved: false };
    const reached = known ? await writeSaid(tx, inbox, entered, known, now) : entered;
    await takeAdvisoryLock(tx, 'single conversation', reached.contactInbox.id);
    if (await findCurrentConversation(tx, inbox.id, reached)) return null;

    const place = { ...reached.contactInbox, contactId: reached.contact.id, inboxId: inbox.id };
    const state = { status: null, assigneeId: null, teamId: null, campaignId: campaign.id };
    const message = messageOf(campaign, { content: campaign.message, template: null });
    await startConversation(tx, inbox.account, place, { ...given, ...state, message }, now);
    return reached;
  });
}
