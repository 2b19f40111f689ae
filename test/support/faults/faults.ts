import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../time/clock.ts';
import type { Random } from '../../../bin/seed/random.ts';
import type { Receiver } from '../servers/receiver.ts';
import type { ServedAccount } from '../served-account.ts';
import { onOwnServer, type SmallPlaces } from './small-place.ts';
import { holdWriteLock } from '../database/write-lock.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The pause between two faults. */
const PAUSE_MS = 500;

/** What faults happen to. */
export type World = { places: SmallPlaces; account: ServedAccount; receiver: Receiver; clock: Clock };

/** `happen` lets something go wrong for `ms` milliseconds, at most `longestMs`; it is over when the promise resolves. */
type Fault = { longestMs: number; happen(world: World, ms: number, random: Random): Promise<void> };

/**
 * Causes faults one after the other for about `seconds`, each kind at least once. Returns what happened, in its order:
 * "disk full for 1200 ms".
 */
export async function letFaultsHappen(world: World, seconds: number, random: Random): Promise<string[]> {
  const kinds = Object.entries(faultsOf(world));
  const share = (seconds * SECOND) / kinds.length;
  const deadline = Date.now() + seconds * SECOND;
  const happened: string[] = [];
  while (Date.now() < deadline || happened.length < kinds.length) {
    for (const [name, { longestMs, happen }] of random.shuffled(kinds)) {
      if (happened.length >= kinds.length && Date.now() >= deadline) break;
      const ms = Math.round(Math.min(longestMs, share) * (0.4 + 0.6 * random.next()));
      happened.push(`${name} for ${ms} ms`);
      await happen(world, ms, random);
      await sleep(PAUSE_MS);
    }
  }
  return happened;
}

function faultsOf({ places }: World): Record<string, Fault> {
  return places.postgres ? { ...everywhere, ...ofPostgres } : { ...everywhere, ...ofSqlite };
}

const everywhere: Record<string, Fault> = {
  'disk full': {
    longestMs: 5 * SECOND,
    async happen({ places }, ms) {
      places.disk.fill();
      await sleep(ms);
      places.disk.free();
    },
  },
  'clock moved': {
    longestMs: 5 * SECOND,
    async happen({ clock }, ms, random) {
      clock.set(Math.round((random.next() * 2 - 1) * HOUR));
      await sleep(ms);
      clock.set(0);
    },
  },
  'receiver hanging': {
    longestMs: 5 * SECOND,
    async happen({ receiver }, ms) {
      const held = Promise.withResolvers<void>();
      receiver.reply = () => ({ after: held.promise });
      await sleep(ms);
      receiver.reply = () => ({});
      held.resolve();
    },
  },
  'process stopped': {
    longestMs: 5 * SECOND,
    async happen({ account }, ms) {
      account.server.child.kill('SIGSTOP');
      await sleep(ms);
      account.server.child.kill('SIGCONT');
    },
  },
};

const ofSqlite: Record<string, Fault> = {
  'locked by another program': {
    longestMs: 15 * SECOND,
    async happen({ account }, ms) {
      const lock = await holdWriteLock(account.place);
      await sleep(ms);
      await lock.release();
    },
  },
};

const ofPostgres: Record<string, Fault> = {
  'connections ended': {
    longestMs: 2 * SECOND,
    async happen({ places }, ms) {
      const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname like 'test_%'";
      await onOwnServer(places.postgres!, end);
      await sleep(ms / 2);
      await onOwnServer(places.postgres!, end);
    },
  },
  'PostgreSQL restarted': {
    longestMs: 5 * SECOND,
    async happen({ places }, ms, random) {
      await places.postgres!.shutDown(random.next() < 0.5 ? 'fast' : 'immediate');
      await sleep(ms);
      await places.postgres!.start();
    },
  },
};
