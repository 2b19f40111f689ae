import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRecords } from '../../../../src/web/console/store/records.ts';

/** A state of the record: `at` counts the changes, and grows with each of them, or stays for changes in the same moment. */
type State = { id: number; value: number; at: number };

/**
 * What a client receives: each event in order, and answers. An answer was asked for when so many events had been heard, was read
 * by the server after `state` changes, and arrives when `arrives` events have been heard.
 */
const schedules = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }).chain((isSameMoment) =>
  fc.record({
    isSameMoment: fc.constant(isSameMoment),
    answers: fc.array(
      fc
        .tuple(fc.nat(isSameMoment.length), fc.nat(isSameMoment.length), fc.nat(isSameMoment.length))
        .map(([a, b, c]) => [a, b, c].toSorted((one, other) => one - other) as [number, number, number])
        // The server may have read any later state, also one of which the client hears after the answer.
        .chain(([asked, middle, late]) =>
          fc.boolean().map((isEarly) => ({ asked, state: isEarly ? middle : late, arrives: isEarly ? late : middle })),
        ),
      { maxLength: 8 },
    ),
  }),
);

it('a record never becomes older, and ends as the server has it', () => {
  fc.assert(
    fc.property(schedules, ({ isSameMoment, answers }) => {
      const states: State[] = [{ id: 1, value: 0, at: 0 }];
      for (const isSame of isSameMoment) {
        const last = states.at(-1)!;
        states.push({ id: 1, value: last.value + 1, at: isSame ? last.at : last.at + 1 });
      }
      const records = createRecords<State>(({ at }) => at);
      const seen: number[] = [];
      records.follow((_, now) => seen.push(now!.at));

      for (let heard = 0; heard < states.length; heard += 1) {
        if (heard > 0) records.take(states[heard]!, heard);
        for (const { asked, state, arrives } of answers) if (arrives === heard) records.take(states[state]!, asked);
      }

      // Within a moment, the events say which state is the last.
      expect(records.peek(1)?.at ?? 0).toBe(states.at(-1)!.at);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(records.peek(1)?.value).toBe(states.at(-1)!.value);
    }),
    { numRuns: 500 },
  );
});

it('pending changes are shown on top of whatever comes, and taken back alone', () => {
  const records = createRecords<State>(({ at }) => at);
  records.take({ id: 1, value: 1, at: 1 }, 1);
  records.pend(1, { key: 'a', apply: (record) => ({ ...record, value: record.value * 10 }) });
  records.pend(1, { key: 'b', apply: (record) => ({ ...record, value: record.value + 5 }) });
  const pending = records.peek(1)?.value;

  records.take({ id: 1, value: 2, at: 2 }, 2);
  const onTop = records.peek(1)?.value;
  records.settle(1, 'a');

  expect([pending, onTop, records.peek(1)?.value, records.stored(1)?.value]).toEqual([15, 25, 7, 2]);
});

it('a change of some values lets events before it count that have not been heard yet', () => {
  const records = createRecords<State>(({ at }) => at);
  records.take({ id: 1, value: 1, at: 1 }, 1);
  records.patch(1, (record) => ({ ...record, value: 9 }), 9);
  const patched = records.peek(1)?.value;

  const isTaken = records.take({ id: 1, value: 2, at: 2 }, 2);
  records.patch(1, (record) => ({ ...record, value: 0 }), 1);

  expect([patched, isTaken, records.peek(1)?.value]).toEqual([9, true, 2]);
});

it('a deleted record comes back only by what is newer than its deletion', () => {
  const records = createRecords<State>(({ at }) => at);
  records.take({ id: 1, value: 1, at: 1 }, 1);
  records.remove(1, 5);

  const [older, same] = [records.take({ id: 1, value: 2, at: 2 }, 4), records.take({ id: 1, value: 2, at: 2 }, 5)];
  const gone = records.peek(1);
  const newer = records.take({ id: 1, value: 3, at: 3 }, 6);

  expect([older, same, gone, newer, records.peek(1)?.value]).toEqual([false, false, undefined, true, 3]);
});
