import type { CampaignAudience } from '../../entities/campaign.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { findInbox, listInboxes } from '../inboxes/queries.ts';
import { showInbox } from '../inboxes/show-inbox.ts';
import { campaignShape } from './answers.ts';
import type { CampaignInput } from './campaign-input.ts';
import { createCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { presentCampaign } from './presenter.ts';
import { type CampaignRow, findCampaign, listCampaigns } from './queries.ts';
import { createCampaignBody, updateCampaignBody } from './schema.ts';
import { updateCampaign } from './update-campaign.ts';

/** The campaigns of an account, by their numbers in it. */
export const accountCampaigns = routes('/campaigns');

accountCampaigns.get(
  '/',
  { permission: 'campaign:read', summary: 'List campaigns', page: 'optional', answer: ok(list(campaignShape)) },
  async ({ tx, account, caller, page, now, publicUrl }) => {
    const rows = await listCampaigns(tx, account.id, null, page);
    const ids = [...new Set(rows.map(({ inboxId }) => inboxId))];
    const inboxes = await listInboxes(tx, account.id, ids, null);
    const shown = new Map(inboxes.map((inbox) => [inbox.id, showInbox({ tx, caller, publicUrl }, inbox)]));
    return rows.flatMap((row) => {
      const inbox = shown.get(row.inboxId);
      return inbox ? [presentCampaign(row, inbox, now)] : [];
    });
  },
);

accountCampaigns.post(
  '/',
  {
    permission: 'campaign:write',
    summary: 'Create a campaign',
    description:
      'In an inbox of a website, its widget shows the message to visitors who stay on a page. In one of SMS or WhatsApp, the message is sent once, at `scheduled_at`, to every contact with a label of the `audience` who has a phone number and is not blocked, in the conversation that they have there, or a new one that stays snoozed until they answer. `{{contact.name}}` and the like are filled in. `total_count`, `sent_count` and `failed_count` tell how far it is.',
    body: createCampaignBody,
    name: 'campaign',
    example: {
      title: 'Help with prices',
      message: 'Any questions about our prices?',
      inbox_id: 2,
      trigger_rules: { url: 'https://shop.example.com/pricing*', time_on_page: 10 },
    },
    answer: created(campaignShape),
  },
  async ({ body, ...asked }) => {
    const required = { title: body.title, message: body.message, inboxId: body.inbox_id };
    return show(asked, await createCampaign(asked.tx, asked.account, { ...inputOf(body), ...required }, asked.now));
  },
);

accountCampaigns.get(
  '/:id',
  { permission: 'campaign:read', summary: 'Show a campaign', find: campaignOf, answer: ok(campaignShape) },
  ({ found: campaign, ...asked }) => show(asked, campaign),
);

accountCampaigns.patch(
  '/:id',
  {
    permission: 'campaign:write',
    summary: 'Change a campaign',
    description: 'One that is being sent, or is completed, cannot be changed.',
    find: campaignOf,
    body: updateCampaignBody,
    name: 'campaign',
    example: { enabled: false },
    answer: ok(campaignShape),
  },
  async ({ found: campaign, body, ...asked }) =>
    show(asked, await updateCampaign(asked.tx, campaign, inputOf(body), asked.now)),
);

accountCampaigns.delete(
  '/:id',
  {
    permission: 'campaign:write',
    summary: 'Delete a campaign',
    description: 'The conversations that it began stay. One that is being sent cannot be deleted.',
    find: campaignOf,
    answer: empty,
  },
  ({ tx, found: campaign }) => deleteCampaign(tx, campaign),
);

type Body = {
  title?: string | undefined;
  description?: string | null | undefined;
  message?: string | undefined;
  inbox_id?: number | undefined;
  sender_id?: number | null | undefined;
  enabled?: boolean | undefined;
  trigger_rules?: { url: string; time_on_page?: number | undefined } | undefined;
  trigger_only_during_business_hours?: boolean | undefined;
  scheduled_at?: Date | null | undefined;
  audience?: CampaignAudience[] | undefined;
  template_params?: Attributes | null | undefined;
};

function inputOf(body: Body): CampaignInput {
  return {
    title: body.title,
    description: body.description,
    message: body.message,
    inboxId: body.inbox_id,
    senderId: body.sender_id,
    enabled: body.enabled,
    triggerRules: body.trigger_rules && rulesOf(body.trigger_rules),
    triggerOnlyDuringBusinessHours: body.trigger_only_during_business_hours,
    scheduledAt: body.scheduled_at ?? undefined,
    audience: body.audience,
    templateParams: body.template_params ?? undefined,
  };
}

function rulesOf({ url, time_on_page: seconds }: { url: string; time_on_page?: number | undefined }): Attributes {
  return { url, time_on_page: seconds ?? 0 };
}

async function campaignOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findCampaign(tx, account.id, params.id), 'Campaign');
}

type Showing = Pick<Asked, 'tx' | 'account' | 'caller' | 'now' | 'publicUrl'>;

async function show({ account, now, ...asked }: Showing, campaign: CampaignRow) {
  const inbox = found(await findInbox(asked.tx, account.id, campaign.inboxId), 'Inbox');
  return presentCampaign(campaign, showInbox(asked, inbox), now);
}
