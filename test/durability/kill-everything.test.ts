import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendingKind } from '../../src/conversations/sending/plan-sending.ts';
import { eventually } from '../support/eventually.ts';
import { countedRows, keptCounts } from '../support/database/kept-counts.ts';
import { withRows } from '../support/database/rows.ts';
import { placesIn } from '../support/database/search-everything.ts';
import { actsOf } from '../support/kills/acts.ts';
import type { Act } from '../support/kills/command.ts';
import { ERASED } from '../support/kills/erase.ts';
import { watcherOf } from '../support/kills/problems.ts';
import { givenKillWorld, textsSent, type World } from '../support/kills/world.ts';
import { randomFrom } from '../../bin/seed/random.ts';

const GIVEN = process.env['PARLEY_TEST_KILLS'];
/** Forty on both databases together, of which each makes choices of its own. */
const KILLS = Number(GIVEN ?? 20);
const SEED = Number(process.env['PARLEY_TEST_KILLS_SEED'] ?? Date.now() % 1_000_000);
/** Every so many kills, it says how far it is, if there are many. */
const REPORT = 50;

let world: World;
let acts: Record<string, Act>;
beforeAll(async () => {
  world = await givenKillWorld(randomFrom(SEED));
  acts = actsOf(world);
});
afterAll(() => world?.remove());

describe(`kill -9 of the server and of each command that writes, ${KILLS} times`, () => {
  // With the seed in the title, PARLEY_TEST_KILLS_SEED makes the same choices again.
  it(
    `loses and doubles nothing, and leaves nothing damaged (seed ${SEED})`,
    async () => {
      const problemsNow = watcherOf(world);
      // What is restored.
      await acts['backup']!.finish();
      const done: Record<string, number> = {};
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = nextOf(kill);
        await acts[name]!.kill();
        done[name] = (done[name] ?? 0) + 1;
        const problems = await problemsNow();
        expect({ kill, name, problems }).toEqual({ kill, name, problems: [] });
        if (GIVEN && (kill + 1) % REPORT === 0) report(kill + 1, done);
      }

      for (const act of Object.values(acts)) await act.finish();
      await world.receiver.until(allDelivered, 'every acknowledged message');
      await eventually(waitingForTelegram, (count) => count === 0);

      expect(await problemsNow()).toEqual([]);
      expect(await keptCounts(world.account)).toEqual(await countedRows(world.account));
      const texts = textsSent(world);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
      await expectFiles();
      expect(await placesIn(world.tx, world.account.place.dataDir, ERASED)).toEqual([]);
      expect(world.acknowledged.size).toBeGreaterThan(KILLS);
    },
    60_000 + KILLS * 20_000,
  );
});

function report(kills: number, done: Record<string, number>): void {
  const { acknowledged, tooLate } = world;
  console.log(`${kills} kills, ${tooLate} of them too late; ${acknowledged.size} messages`, JSON.stringify(done));
}

/** The server twice as often as each command, and each as often as the others. */
function nextOf(kill: number): string {
  const names = ['serve', ...Object.keys(acts)];
  const round = Math.floor(kill / names.length);
  return randomFrom(SEED + round).shuffled(names)[kill % names.length]!;
}

function allDelivered(received: { body: { message: { id: number } } }[]): boolean {
  const delivered = new Set(received.map(({ body }) => body.message.id));
  return [...world.acknowledged.keys()].every((id) => delivered.has(id));
}

/** How many sendings have neither succeeded nor failed. */
const waitingForTelegram = () =>
  withRows(world.account.place, async (rows) => {
    const left = await rows
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', sendingKind('telegram'))
      .where('status', '=', 'pending')
      .execute();
    return left.length;
  });

async function expectFiles(): Promise<void> {
  const damaged: string[] = [];
  for (const [path, content] of world.files) {
    const response = await fetch(`${world.account.server.url}${path}`);
    if ((await response.text()) !== content) damaged.push(path);
  }
  expect(damaged).toEqual([]);
}
