import fc from 'fast-check';
import { HOUR, MINUTE, SECOND } from '../../../src/time.ts';
import type { ToldStatus } from './channel.ts';
import { FAULT_NAMES, type FaultName } from './faults.ts';
import { newPlay, type Play } from './play.ts';
import type { Stage } from './stage.ts';
import { WRITES } from './writes.ts';

/** Something that happens. `who`: which of the people; `faults`: what goes wrong with the next requests. */
export type Step =
  | { is: 'write'; who: number; kind: number; faults: FaultName[] }
  | { is: 'hear'; who: number; kind: number; times: number; isLate: boolean }
  | { is: 'edit'; who: number; which: number }
  | { is: 'take back'; who: number; which: number }
  | { is: 'fail'; faults: FaultName[] }
  | { is: 'tell'; which: number; statuses: ToldStatus[] }
  | { is: 'pass'; ms: number };

const PEOPLE = 2;
const PAUSES = [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, 2 * HOUR];
/** Longer than any message is tried. */
const END_MS = 30 * HOUR;

const who = fc.nat(PEOPLE - 1);
const number = fc.nat(1000);
const arrives = fc.shuffledSubarray<ToldStatus>(['sent', 'delivered', 'read'], { minLength: 1 });
const wrong = fc.array(fc.constantFrom(...FAULT_NAMES), { maxLength: 3, size: 'max' });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('write' as const), who, kind: number, faults: wrong }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('hear' as const),
      who,
      kind: number,
      times: fc.integer({ min: 1, max: 3 }),
      isLate: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('edit' as const), who, which: number }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('take back' as const), who, which: number }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('fail' as const), faults: wrong }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('tell' as const),
      which: number,
      // Some of them twice.
      statuses: fc.oneof(
        arrives,
        arrives.map((some) => [...some, ...some.toReversed()]),
        fc.constant<ToldStatus[]>(['sent', 'failed']),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('pass' as const), ms: fc.constantFrom(...PAUSES) }) },
);

/** What may happen in an inbox, in any order. */
export const schedules: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 5, maxLength: 16, size: 'max' });

/** Lets all of it happen, and what follows from it. */
export async function playSchedule(stage: Stage, steps: readonly Step[]): Promise<Play> {
  stage.started.provider.recover();
  const play = newPlay(stage);
  for (let met = 0; met < PEOPLE; met += 1) await play.meet();
  for (const one of steps) await happen(play, one);
  // Much of what goes wrong does so at later attempts.
  await play.pass(HOUR);
  stage.started.provider.recover();
  await play.pass(END_MS);
  return play;
}

function happen(play: Play, step: Step): Promise<void> | void {
  const { open, channel } = play.stage;
  const [written, said] = [Object.keys({ ...WRITES, ...channel.writes }), Object.keys(open.says)];
  const someone = 'who' in step ? play.people[step.who]! : play.people[0]!;
  switch (step.is) {
    case 'write':
      play.fail(step.faults);
      return play.write(someone, written[step.kind % written.length]!);
    case 'hear':
      return play.hear(someone, said[step.kind % said.length]!, step.times, step.isLate);
    case 'edit':
      return play.edit(someone, step.which);
    case 'take back':
      return play.takeBack(someone, step.which);
    case 'fail':
      return play.fail(step.faults);
    case 'tell':
      return play.tell(step.which, step.statuses);
    case 'pass':
      return play.pass(step.ms);
  }
}
