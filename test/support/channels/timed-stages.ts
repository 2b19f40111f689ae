import { databaseKind, givenPlace } from '../database.ts';
import { givenAccount } from '../factories.ts';
import { givenClockwork } from '../time/clockwork.ts';
import { CHANNELS } from './channels.ts';
import { PUBLIC_URL } from './public-url.ts';
import type { Stage } from './stage.ts';

const WAKE_MS = 20;
const START = new Date('2026-03-02T08:00:00Z');

/** Where the providers of the tests are. */
export const LOCAL_NETWORKS = '127.0.0.0/8,::1/128';

/** Starts the providers of all channels; `settings` are those of an app that they serve. */
export async function startChannels() {
  const started = await Promise.all(
    Object.entries(CHANNELS).map(async ([name, channel]) => ({ name, channel, started: await channel.start() })),
  );
  const settings: Record<string, string> = {
    'server.public_url': PUBLIC_URL,
    'webhooks.allowed_networks': LOCAL_NETWORKS,
    'limits.messages_per_minute': '0',
    ...Object.assign({}, ...started.map((one) => one.started.settings)),
  };
  const stop = async () => void (await Promise.all(started.map((one) => one.started.provider.stop())));
  return { started, settings, stop };
}

/** Inboxes on servers whose time passes only when it is told to. */
export type TimedStages = {
  /** One of each channel, by their names. */
  stages: Record<string, Stage>;
  /** One more of this channel, of an account of its own. */
  givenMore(name: string, secret?: string): Promise<Stage>;
  stop(): Promise<void>;
};

/** On one server, and on PostgreSQL on two. */
export async function givenTimedStages(): Promise<TimedStages> {
  const place = await givenPlace();
  const { started, settings, stop } = await startChannels();
  const count = databaseKind === 'postgresql' ? 2 : 1;
  const clock = await givenClockwork(count, place, { ...settings, 'channels.retry_seconds': '30' }, START);
  const [first] = clock.apps;
  let calls = 0;

  async function givenMore(wanted: string, secret?: string): Promise<Stage> {
    const { channel, started: one } = started.find(({ name }) => name === wanted)!;
    const account = await givenAccount(first!);
    // A provider may be told of the inbox, which is awaited.
    const waking = setInterval(() => clock.wake(), WAKE_MS);
    const open = await one.open(account, secret).finally(() => clearInterval(waking));
    return {
      channel,
      started: one,
      open,
      account: { id: account.id, path: account.path, token: account.administrator.token },
      async request(method, path, options) {
        const answer = await clock.apps[(calls += 1) % count]!.request(method, path, options);
        clock.wake();
        return answer;
      },
      read: (work) => work(first!.rows()),
      pass: (ms) => clock.passUntil(new Date(clock.now().getTime() + ms)),
    };
  }

  const stages: Record<string, Stage> = {};
  for (const { name } of started) stages[name] = await givenMore(name);
  await clock.passUntil(clock.now());
  return {
    stages,
    givenMore,
    async stop() {
      await clock.stop();
      await stop();
      await place.remove();
    },
  };
}
