import { matchesAddress } from '../../kit/matches-address.ts';
import type { State } from '../store/state.ts';
import type { Campaign } from '../store/wire.ts';
import type { Api } from './api.ts';
import type { Identity, NewIdentity } from './identity.ts';

export type Campaigns = {
  /** The visitor is on this page, since this moment in Unix milliseconds; any of these may be for them. */
  visit: (all: readonly Campaign[], url: string, since: number) => void;
  dismiss: () => void;
  /** The visitor answers: the server begins the conversation with the campaign's message. @throws RequestError */
  accept: (customAttributes?: Record<string, unknown>) => Promise<void>;
};

const HOUR_MS = 3_600_000;

export type CampaignsOptions = { api: Api; state: State; identity: Identity; show: () => void };

/** Shows each campaign on the pages that it is for, after its time, to visitors who have not written yet. */
export function createCampaigns({ api, state, identity, show }: CampaignsOptions): Campaigns {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let address = '';
  let snoozedTill = 0;

  function start(campaign: Campaign, since: number) {
    if (!matchesAddress(campaign.trigger_rules?.url ?? '', address)) return;
    const wait = since + (campaign.trigger_rules?.time_on_page ?? 0) * 1000 - Date.now();
    timers.push(setTimeout(() => isWelcome(campaign) && present(campaign), wait));
  }

  function isWelcome({ trigger_only_during_business_hours: onlyOpen }: Campaign): boolean {
    const isSnoozed = Date.now() < Math.max(snoozedTill, timeOf(state.settings.peek().campaignsSnoozedTill));
    const isQuiet = !state.isOpen.peek() && state.messages.order.peek().length === 0 && !state.campaign.peek();
    return isQuiet && !isSnoozed && (!onlyOpen || state.isOpenNow.peek());
  }

  function present(campaign: Campaign) {
    state.campaign.value = campaign;
    show();
  }

  return {
    visit(all, url, since) {
      address = url;
      timers.forEach(clearTimeout);
      timers = [];
      for (const campaign of all) start(campaign, since);
    },
    dismiss() {
      snoozedTill = Date.now() + HOUR_MS;
      state.campaign.value = null;
    },
    async accept(customAttributes = {}) {
      const campaign = state.campaign.peek();
      if (!campaign) return;
      const event_info = {
        campaign_id: campaign.id,
        custom_attributes: customAttributes,
        initiated_at: { timestamp: new Date().toString() },
        referer: address,
      };
      const body = { name: 'campaign.triggered', event_info };
      await identity.asVisitor(() => api.request<NewIdentity>('POST', 'events', { body }));
      state.campaign.value = null;
    },
  };
}

/** Unix milliseconds as text, or a date. */
const timeOf = (moment = '') => Number(moment) || Date.parse(moment) || 0;
