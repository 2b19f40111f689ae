import type { Figures } from './figures.ts';
import type { Turn } from './watch-loop.ts';

/** Measures both in turns, `rounds` times, and each round begins with the other one. */
export async function inTurns(
  rounds: number,
  one: () => Promise<Figures>,
  other: () => Promise<Figures>,
): Promise<[Figures, Figures][]> {
  const measured: [Figures, Figures][] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await one();
      measured.push([first, await other()]);
    } else {
      const first = await other();
      measured.push([await one(), first]);
    }
  }
  return measured;
}

/** The median of what the first takes or does, for one of the second. */
export function ratio(rounds: [Figures, Figures][], of: keyof Omit<Figures, 'turn'>): number {
  return median(rounds.map(([one, other]) => one[of] / other[of]));
}

/** The median of each figure, and the longest turn of all rounds. */
export function middle(rounds: Figures[]): Figures {
  const of = (key: keyof Omit<Figures, 'turn'>) => median(rounds.map((round) => round[key]));
  return {
    answered: of('answered'),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    cpuUs: of('cpuUs'),
    databaseCpuUs: of('databaseCpuUs'),
    written: of('written'),
    turn: rounds.map(({ turn }) => turn).reduce(longer),
  };
}

const longer = (one: Turn | null, other: Turn | null): Turn | null =>
  one && other && { ms: Math.max(one.ms, other.ms), cpuMs: Math.max(one.cpuMs, other.cpuMs) };

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
