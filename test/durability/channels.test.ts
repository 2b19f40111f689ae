import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CHANNELS } from '../support/channels/channels.ts';
import type { FaultName } from '../support/channels/faults.ts';
import { newPlay, type Play } from '../support/channels/play.ts';
import { problemsOf } from '../support/channels/problems.ts';
import { givenServedStages, type ServedStages } from '../support/channels/served-stages.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Random, randomFrom } from '../../bin/seed/random.ts';

/** Another one gives other moments and messages. */
const SEED = Number(process.env['PARLEY_TEST_CHANNEL_SEED'] ?? 20261123);
const KILLS = Number(process.env['PARLEY_TEST_CHANNEL_KILLS'] ?? 2);
const PEOPLE = 2;
/** Of each channel between two kills. */
const ROUNDS = 8;
const KINDS = ['text', 'picture', 'choices', 'long'];
const FAULTS: FaultName[] = ['no answer', 'cut off', 'limited', 'broken', 'refused', 'late'];

let place: Place;
let served: ServedStages;
beforeAll(async () => {
  place = await givenPlace();
  served = await givenServedStages(place);
});
afterAll(async () => {
  await served.stop();
  await place.remove();
});

it('kill -9 at any moment loses no message of any channel, both ways, and doubles none', async () => {
  const random = randomFrom(SEED);
  const plays = Object.keys(CHANNELS).map((name) => newPlay(served.stages[name]!));
  for (const play of plays) {
    for (let met = 0; met < PEOPLE; met += 1) await play.meet();
    // A process that ends while it sends is as a connection that ends.
    play.faults.push('cut off');
  }
  for (let kill = 0; kill <= KILLS; kill += 1) {
    let done = 0;
    const working = plays.map(async (play) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await happen(play, random);
        done += 1;
      }
    });
    if (kill < KILLS) {
      const moment = Math.floor(random.next() * plays.length * ROUNDS * 0.8);
      await eventually(
        () => done,
        (count) => count >= moment,
      );
      await served.kill(kill % served.count);
      // On one server nothing goes on until it is back.
      if (served.count > 1) await Promise.all(working);
      await served.comeBack();
    }
    await Promise.all(working);
  }

  for (const play of plays) {
    play.stage.started.provider.recover();
    await play.pass(0);
    await play.pass(0);
    expect(await problemsOf(play)).toEqual([]);
  }
});

/** Something that is said, written, told, or goes wrong. */
async function happen(play: Play, random: Random): Promise<void> {
  const someone = random.pick(play.people);
  const chance = random.next();
  if (chance < 0.4) return play.write(someone, random.pick(KINDS));
  if (chance < 0.75) return play.hear(someone, random.pick(['text', 'picture']), random.pick([1, 2, 3]));
  if (chance < 0.9) return play.fail([random.pick(FAULTS), 'none']);
  return play.tell(Math.floor(random.next() * 100), random.pick([['delivered', 'read'], ['failed']]));
}
