import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import type { App } from '../../app.ts';
import { readSendingChannel } from '../../conversations/sending/sending-channel.ts';
import { countWaiting } from '../../conversations/sending/count-waiting.ts';
import type { Tx } from '../../db/tx.ts';
import { integer } from '../../fields.ts';
import { type AccountRow, readAccount } from '../../resources/accounts/queries.ts';
import { type CampaignRow, findCampaign } from '../../resources/campaigns/queries.ts';
import { nextRecipients, titlesOf } from '../../resources/campaigns/sending/audience.ts';
import { LATEST_MS } from '../../resources/campaigns/sending/due-campaigns.ts';
import { type SendingCampaign, sendToContact } from '../../resources/campaigns/sending/send-to-contact.ts';
import { completeCampaign, passBy } from '../../resources/campaigns/sending/turns.ts';
import { findInbox, type InboxRow } from '../../resources/inboxes/queries.ts';
import { MINUTE, SECOND } from '../../time.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { Postponed } from '../queue/postponed.ts';

/** Messages that may wait in the inbox: what an agent writes waits for no more than these. */
const MOST_WAITING = 40;
/** After how long it is looked again how many wait. */
const PAUSE_MS = SECOND;
/** The same where nothing can be sent at all. */
const OBSTACLE_PAUSE_MS = MINUTE;

const payloadOf = object({ campaign_id: integer().required() });

/**
 * Sends a campaign, a contact after the other, as fast as the provider takes its messages. Where the account or the
 * inbox cannot send, it waits, but no longer than a campaign may be late; then it ends.
 * @throws Postponed as long as some contacts are left
 */
export const sendCampaign: JobHandler = async (app, payload, job) => {
  const { campaign_id: displayId } = payloadOf.validateSync(payload);
  if (job.accountId === null) return;
  const campaign = await findCampaign(app.tx(), job.accountId, displayId);
  const inbox = campaign && (await findInbox(app.tx(), job.accountId, campaign.inboxId));
  if (!inbox || campaign.campaignStatus !== 'processing') return;

  const account = await readAccount(app.tx(), job.accountId);
  const obstacle = await obstacleTo(app.tx(), account, inbox);
  if (obstacle !== null && !isLate(campaign, app.now())) throw new Postponed(obstacle, OBSTACLE_PAUSE_MS);
  const sending = { campaign, account, inbox, onError: errorLog(app, campaign) };
  const isDone = obstacle !== null || (await sendSome(app, sending, job));
  if (!isDone) throw new Postponed('more contacts are left', PAUSE_MS);
  await completeCampaign(app.tx(), campaign.id, app.now());
};

/** Why nothing can be sent now; null = it can. */
async function obstacleTo(tx: Tx, { status }: AccountRow, { id, channel }: InboxRow): Promise<string | null> {
  if (status !== 'active') return 'the account is suspended';
  return (await readSendingChannel(tx, { id, channelType: channel.type })).obstacle;
}

const isLate = ({ scheduledAt }: CampaignRow, now: Date) =>
  scheduledAt !== null && now.getTime() - scheduledAt.getTime() >= LATEST_MS;

function errorLog({ log }: App, { accountId, displayId }: CampaignRow): SendingCampaign['onError'] {
  return (error, contactId, isBug) => {
    const facts = { err: error, account_id: accountId, campaign_id: displayId, contact_id: contactId };
    log[isBug ? 'error' : 'warn'](facts, 'a campaign could not be sent to a contact');
  };
}

/** Writes to as many contacts as the limits allow. Returns whether none are left. */
async function sendSome(app: App, sending: SendingCampaign, { signal }: JobUnderWay): Promise<boolean> {
  const { campaign, inbox } = sending;
  const titles = await titlesOf(app.tx(), campaign.accountId, campaign.audience);
  let free = MOST_WAITING - (await countWaiting(app.tx(), inbox.id, MOST_WAITING));
  let after = campaign.lastContactId;
  while (free > 0) {
    signal.throwIfAborted();
    const { ids, last } = await nextRecipients(app.tx(), campaign, titles, { after, most: free });
    if (last === null) return true;
    for (const id of ids) {
      signal.throwIfAborted();
      if (!(await sendToContact(app.tx(), sending, id, app.now()))) return false;
      await setImmediate();
    }
    if (last !== ids.at(-1)) await passBy(app.tx(), campaign.id, last);
    free -= ids.length;
    after = last;
  }
  return false;
}
