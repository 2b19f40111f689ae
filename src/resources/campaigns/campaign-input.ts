import { hasTemplates, templateProblem } from '../../channels/whatsapp/message-templates.ts';
import { inList } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { CAMPAIGN_TYPES, CampaignAudience } from '../../entities/campaign.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found, invalidField } from '../../errors.ts';
import { readAgents } from '../../records/read-agents.ts';
import { findInbox, type InboxRow } from '../inboxes/queries.ts';
import { LATEST_MS } from './sending/due-campaigns.ts';
import { problemOfVariables } from './sending/variables.ts';

/** The values of a campaign that a request gives. */
export type CampaignValues = {
  title: string;
  description: string | null;
  message: string;
  inboxId: number;
  /** Null = the inbox. */
  senderId: number | null;
  enabled: boolean;
  /** For websites: when the message is shown. */
  triggerRules: Attributes;
  triggerOnlyDuringBusinessHours: boolean;
  /** For other inboxes: when the message is sent (null = now), to which contacts, and by which template. */
  scheduledAt: Date | null;
  audience: CampaignAudience[];
  templateParams: Attributes;
};

/** The values of a new or changed campaign; undefined = the present value or the default. */
export type CampaignInput = { [Name in keyof CampaignValues]: CampaignValues[Name] | undefined };

/** What an audience is, for errors. */
export const AUDIENCE = 'a list of {"type": "Label", "id": 1}';

type CampaignType = (typeof CAMPAIGN_TYPES)[number];

/**
 * Checks the campaign, and returns its type, which follows from its inbox. `given`: the values in the request.
 * @throws AppError `not_found`, "Inbox not found"; `invalid` for an inbox whose messages are not for campaigns, a sender who is
 *   no member of the account, and what the type needs and lacks
 */
export async function checkCampaign(
  tx: Tx,
  accountId: number,
  campaign: CampaignValues,
  given: CampaignInput,
  now: Date,
): Promise<CampaignType> {
  if (given.senderId) await checkSender(tx, accountId, given.senderId);
  const inbox = found(await findInbox(tx, accountId, campaign.inboxId), 'Inbox');
  const type = typeOf(inbox);
  if (type === 'one_off') {
    checkOneOff(inbox, campaign, given, now);
    if (given.audience) await checkLabels(tx, accountId, given.audience);
  } else if (typeof campaign.triggerRules['url'] !== 'string') {
    throw invalidField('trigger_rules', 'is missing: an object with url and time_on_page');
  }
  return type;
}

function typeOf({ channel }: InboxRow): CampaignType {
  if (channel.type === 'web_widget') return 'ongoing';
  if (channel.type === 'sms' || channel.type === 'whatsapp') return 'one_off';
  throw invalidField('inbox_id', 'must be an inbox of a website, of SMS or of WhatsApp');
}

function checkOneOff({ channel }: InboxRow, campaign: CampaignValues, given: CampaignInput, now: Date): void {
  if (campaign.audience.length === 0) throw invalidField('audience', `is missing: ${AUDIENCE}`);
  const { scheduledAt } = given;
  if (scheduledAt && now.getTime() - scheduledAt.getTime() >= LATEST_MS) {
    throw invalidField('scheduled_at', 'is three days ago or more: such a campaign is not sent any more');
  }
  const wrong = problemOfVariables(campaign.message);
  if (wrong !== null) throw invalidField('message', wrong);
  // Only new templates are checked, so that a campaign with a withdrawn template can still be switched off.
  const isNew = given.templateParams !== undefined || given.inboxId !== undefined;
  if (isNew && hasTemplates(channel)) checkTemplate(channel, campaign.templateParams);
}

/** WhatsApp begins no conversation with another message. */
function checkTemplate(channel: InboxRow['channel'], template: Attributes): void {
  if (Object.keys(template).length === 0) {
    throw invalidField(
      'template_params',
      'is missing: WhatsApp only sends a message template to those who have not written',
    );
  }
  const wrong = templateProblem(channel, template) ?? problemOfVariables(template);
  if (wrong !== null) throw invalidField('template_params', wrong);
}

async function checkSender(tx: Tx, accountId: number, senderId: number): Promise<void> {
  const [sender] = await readAgents(tx, accountId, { ids: [senderId] });
  if (!sender) throw invalidField('sender_id', 'is not an agent of this account');
}

async function checkLabels(tx: Tx, accountId: number, audience: readonly CampaignAudience[]): Promise<void> {
  const ids = audience.map(({ id }) => id);
  const labels = await tx.db
    .selectFrom('labels')
    .select('id')
    .where('account_id', '=', accountId)
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .execute();
  const missing = ids.find((id) => !labels.some((label) => label.id === id));
  if (missing === undefined) return;
  throw invalidField('audience', `must be labels of this account, and none has the id ${missing}`);
}
