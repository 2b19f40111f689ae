import { matchesAddress } from '../../kit/matches-address.ts';
import type { State } from '../store/state.ts';
import type { Campaign } from '../store/wire.ts';
import type { Api } from './api.ts';
import type { PreChat } from './begin.ts';
import type { Identity, NewIdentity } from './identity.ts';
import { createRepeat } from './repeat.ts';

export type Campaigns = {
  /** The visitor is on this page, since this moment in Unix milliseconds; any of these may be for them. */
  visit: (all: readonly Campaign[], url: string, since: number) => void;
  dismiss: () => void;
  /**
   * The visitor answers, with what the form asked for: the server begins the conversation with the campaign's message.
   * @throws RequestError
   */
  accept: (form?: Pick<PreChat, 'contact' | 'conversationAttributes'>) => Promise<void>;
};

const HOUR_MS = 3_600_000;
const NOTHING_GIVEN = { contact: {}, conversationAttributes: {} };

export type CampaignsOptions = {
  api: Api;
  state: State;
  identity: Identity;
  newKey: () => string;
  show: () => void;
};

/** Shows each campaign on the pages that it is for, after its time, to visitors who have not written yet. */
export function createCampaigns({ api, state, identity, newKey, show }: CampaignsOptions): Campaigns {
  const repeat = createRepeat(newKey);
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
    async accept({ contact, conversationAttributes: custom_attributes } = NOTHING_GIVEN) {
      const campaign_id = state.campaign.peek()?.id;
      if (campaign_id === undefined) return;
      const given = { campaign_id, contact, custom_attributes };
      const bodyOf = () => {
        const event_info = { ...given, initiated_at: { timestamp: new Date().toString() }, referer: address };
        return { name: 'campaign.triggered', event_info };
      };
      await repeat(given, bodyOf, (write) =>
        identity.asVisitor(() => api.request<NewIdentity>('POST', 'events', write)),
      );
      state.campaign.value = null;
    },
  };
}

/** Unix milliseconds as text, or a date. */
const timeOf = (moment = '') => Number(moment) || Date.parse(moment) || 0;
