import type { State } from '../store/state.ts';
import type { Agent, Campaign } from '../store/wire.ts';
import type { Api } from './api.ts';
import type { Extras, watchHours } from './extras.ts';
import type { Identity } from './identity.ts';
import { untilAnswered } from './in-turn.ts';
import type { Live } from './live.ts';
import type { Sender } from './send.ts';

export type VisitOptions = {
  api: Api;
  state: State;
  identity: Identity;
  sender: Sender;
  extras: () => Promise<{ extras: Extras; watchHours: typeof watchHours }>;
  live: () => Promise<Live>;
};

export type Visit = {
  /** Reads what the widget begins with. */
  start: () => Promise<void>;
  /** The visitor is on the page with this address, and has been for so many seconds. */
  visit: (address: string, seconds: number) => Promise<void>;
};

/** What is read and shown because there is a visitor, before they do anything. */
export function createVisit({ api, state, identity, sender, extras, live }: VisitOptions): Visit {
  let campaigns: Promise<Campaign[]> | null = null;
  let known: Promise<unknown> | undefined;

  /** Those of the inbox, which are read once. */
  const readCampaigns = () =>
    (campaigns ??= api.request<Campaign[]>('GET', 'campaigns').catch(() => {
      campaigns = null;
      return [];
    }));

  async function learnVisitor() {
    await untilAnswered(identity.load);
    if (state.channel.peek().working_hours_enabled) void extras().then(({ watchHours }) => watchHours(state));
    if (identity.token.peek()) await (await live()).read().catch(() => null);
  }

  return {
    async start() {
      if (identity.token.peek()) void live();
      const agents = api
        .request<{ payload: Agent[] }>('GET', 'inbox_members')
        .then(({ payload }) => (state.agents.value = payload));
      known = learnVisitor();
      await Promise.allSettled([agents, known, sender.resume()]);
      state.isLoaded.value = true;
    },
    async visit(address, seconds) {
      const since = Date.now() - seconds * 1000;
      // Campaigns depend on whether the visitor has written, and on the hours of the inbox.
      await known;
      if (state.conversation.peek()) return;
      const all = await readCampaigns();
      if (all.length > 0) (await extras()).extras.campaigns.visit(all, address, since);
    },
  };
}
