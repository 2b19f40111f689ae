import { findChannel } from '../../../channels/find-channel.ts';
import type { SourceIds } from '../../../channels/channel.ts';
import { chooseContactInbox } from '../../../conversations/choose-contact-inbox.ts';
import { startWithMessage } from '../../../conversations/create-conversation.ts';
import type { ContactInboxKey } from '../../../conversations/ensure-contact-inbox.ts';
import { createMessage } from '../../../conversations/messages/create-message.ts';
import type { NewMessage } from '../../../conversations/messages/new-message.ts';
import { findContinued } from '../../../conversations/receiving/choose-conversation.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { faultOf } from '../../../db/faults.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { AppError } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findContact } from '../../contacts/find-contact.ts';
import type { InboxRow } from '../../inboxes/queries.ts';
import type { CampaignRow } from '../queries.ts';
import { hasHadMessage } from './had-message.ts';
import { messageOf } from './message-of.ts';
import { valuesOf } from './values-of.ts';
import { fillAll, fillVariables } from './variables.ts';
import { type Outcome, takeTurn } from './turns.ts';

/** The values shared by all contacts of a campaign. */
export type SendingCampaign = {
  campaign: CampaignRow;
  account: AccountRecord;
  inbox: InboxRow;
  /** Told why a contact could not be written to; `isBug` = their message could not be made at all. */
  onError(error: unknown, contactId: number, isBug: boolean): void;
};

/**
 * Writes the message of a campaign to a contact, and the contact's turn in the same transaction. A failure for a contact
 * does not stop the others. False = another process continues the campaign.
 * @throws unknown a fault of the database
 */
export function sendToContact(tx: Tx, sending: SendingCampaign, contactId: number, now: Date): Promise<boolean> {
  return takeTurn(tx, sending.campaign.id, contactId, (tx) => attempt(tx, sending, contactId, now));
}

async function attempt(tx: Tx, sending: SendingCampaign, contactId: number, now: Date): Promise<Outcome> {
  try {
    return await inTransaction(tx, (tx) => write(tx, sending, contactId, now));
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    sending.onError(error, contactId, !(error instanceof AppError));
    return 'failed';
  }
}

/** Writes it in the conversation that a message of the contact would belong to, or in a new one. */
async function write(tx: Tx, sending: SendingCampaign, contactId: number, now: Date): Promise<Outcome> {
  const { campaign, account, inbox } = sending;
  const contact = await findContact(tx, account.id, contactId);
  if (!contact || contact.blocked || contact.phoneNumber === null) return 'left out';
  if (await hasHadMessage(tx, campaign, contact.id)) return 'left out';

  const sourceId = sourceIdsOf(inbox).of(contact);
  const which = { contactId, inboxId: inbox.id, sourceId, hmacVerified: false };
  const contactInbox = await chooseContactInbox(tx, account, which, now);
  const values = valuesOf(campaign, contact, { account, inbox });
  const hasTemplate = Object.keys(campaign.templateParams).length > 0;
  const template = hasTemplate ? (fillAll(campaign.templateParams, values) as Attributes) : null;
  const input = messageOf(campaign, { content: fillVariables(campaign.message, values), template });
  return (await writeIn(tx, sending, contactInbox, input, now))?.status === 'failed' ? 'failed' : 'written';
}

const sourceIdsOf = ({ channel }: InboxRow): SourceIds => findChannel(channel.type).sourceIds(channel.settings);

async function writeIn(
  tx: Tx,
  { campaign, account }: SendingCampaign,
  contactInbox: ContactInboxKey,
  message: NewMessage,
  now: Date,
) {
  await takeAdvisoryLock(tx, 'single conversation', contactInbox.id);
  const continued = await findContinued(tx, contactInbox);
  if (continued !== null) return (await createMessage(tx, continued, message, now)).message;
  const begun = {
    // Snoozed, so that nobody is notified or has work before the contact answers, which opens the conversation.
    status: 'snoozed',
    assigneeId: null,
    teamId: null,
    campaignId: campaign.id,
    customAttributes: {},
    additionalAttributes: {},
    message,
    ...(message.actor && { actor: message.actor }),
  } as const;
  return (await startWithMessage(tx, account, contactInbox, begun, now)).message;
}
