import { describe, expect, it } from '@jest/globals';
import * as known from '@preact/signals-core';
import fc from 'fast-check';
import * as own from '../../../src/web/kit/signals.ts';

const SIGNALS = 4;
const COMPUTED = 5;

/** Computed values throw instead of this one. */
const REFUSED = 4;

/** What each computed value reads: values before it, and the second only if the first is odd. */
const graph = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: COMPUTED, maxLength: COMPUTED });
const steps = fc.array(
  fc.oneof(
    fc.record({ set: fc.array(fc.tuple(fc.nat(SIGNALS - 1), fc.nat(5)), { minLength: 1, maxLength: 3 }) }),
    fc.record({ follow: fc.nat(SIGNALS + COMPUTED - 1) }),
    fc.record({ stop: fc.nat(5) }),
    fc.record({ read: fc.nat(SIGNALS + COMPUTED - 1) }),
  ),
  { maxLength: 40 },
);
type Graph = [number, number, number][];
type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** Everything that is seen of the values while the steps are done. */
function seen({ signal, computed, effect, batch }: typeof own, graph: Graph, steps: Steps): unknown[] {
  const seen: unknown[] = [];
  const signals = Array.from({ length: SIGNALS }, (_, index) => signal(index));
  const values: own.ReadonlySignal<number>[] = [...signals];
  for (const [first, second, least] of graph) {
    const [a, b] = [values[first % values.length]!, values[second % values.length]!];
    values.push(
      computed(() => {
        const value = a.value % 2 === 1 ? a.value + b.value : Math.min(a.value, least);
        if (value === REFUSED) throw new Error('refused');
        return value;
      }),
    );
  }
  const orError = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return String(error);
    }
  };
  const stops: (() => void)[] = [];
  for (const step of steps) {
    const during: unknown[] = [];
    if ('set' in step) {
      const set = () => batch(() => step.set.forEach(([index, to]) => (signals[index]!.value = to)));
      during.push(orError(set) ?? 'set');
    }
    if ('stop' in step) stops[step.stop % (stops.length || 1)]?.();
    if ('read' in step) during.push(orError(() => values[step.read]!.peek()));
    if ('follow' in step) {
      const number = stops.length;
      const follow = () =>
        effect(() => {
          const { value } = values[step.follow]!;
          seen.push([number, value]);
          return () => seen.push([number, 'undo', value]);
        });
      during.push(orError(() => void stops.push(follow())) ?? 'follows');
    }
    seen.push(
      during,
      values.map((value) => orError(() => value.peek())),
    );
  }
  // In which order effects run is open.
  return seen.map((one) => JSON.stringify(one)).toSorted();
}

describe('signals', () => {
  it('tell the same as those of @preact/signals-core, whatever is changed and followed', () => {
    fc.assert(
      fc.property(graph, steps, (graph, steps) => {
        expect(seen(own, graph, steps)).toEqual(seen(known as typeof own, graph, steps));
      }),
      { numRuns: 300 },
    );
  });

  it('have effects see no half of a batch, and each batch once', () => {
    const [first, last] = [own.signal('A'), own.signal('B')];
    const name = own.computed(() => `${first.value} ${last.value}`);
    const heard: string[] = [];
    const stop = name.subscribe((value) => heard.push(value));

    own.batch(() => {
      first.value = 'C';
      last.value = 'D';
    });
    stop();
    first.value = 'E';

    expect(heard).toEqual(['A B', 'C D']);
    expect(name.value).toBe('E D');
  });

  it('run the effects of what an effect changes, and those after one that throws', () => {
    const [from, to] = [own.signal(1), own.signal(0)];
    const heard: number[] = [];
    own.effect(() => {
      to.value = from.value * 2;
    });
    own.effect(() => {
      if (from.value === 2) throw new Error('no');
    });
    to.subscribe((value) => heard.push(value));

    expect(() => (from.value = 2)).toThrow('no');
    from.value = 3;

    expect(heard).toEqual([2, 4, 6]);
  });

  it('run an effect that changes what it reads until nothing is another, and not without end', () => {
    const count = own.signal(0);
    own.effect(() => void (count.value = Math.min(count.value + 1, 100)));
    expect(count.peek()).toBe(100);
    const endless = own.signal(0);

    expect(() => own.effect(() => void (endless.value += 1))).toThrow('effects without end');
    count.value = 7;

    expect(count.peek()).toBe(100);
  });

  it('throw what a computed value has thrown until what it has read is another', () => {
    const from = own.signal(1);
    let times = 0;
    const half = own.computed(() => {
      times += 1;
      if (from.value % 2 === 1) throw new Error('odd');
      return from.value / 2;
    });
    const heard: unknown[] = [];
    expect(() => half.value).toThrow('odd');
    expect(() => half.value).toThrow('odd');
    expect(times).toBe(1);

    from.value = 2;
    half.subscribe((value) => heard.push(value));
    expect(() => (from.value = 3)).toThrow('odd');
    from.value = 4;

    expect(heard).toEqual([1, 2]);
  });

  it('may be changed by those who hear of them, and left by them', () => {
    const count = own.signal(0);
    const heard: number[] = [];
    const stop = own.effect(() => {
      heard.push(count.value);
      if (count.value === 2) stop();
    });

    for (const value of [1, 2, 3]) count.value = value;

    expect(heard).toEqual([0, 1, 2]);
  });
});
