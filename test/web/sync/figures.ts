import { type Kind, KINDS } from '../../support/web/cuts.ts';

/** Milliseconds from the return of the connection, for each tab that had lost it. */
export type Measured = { kind: Kind; subscribed: number[]; shown: number[] };

/** What a long run says of itself; `newest`: the number of the newest message, `repeated`: as `Tab` has it, for each. */
export function figuresOf(cuts: readonly Measured[], more: { newest: number; repeated: number[] }): string {
  const lines = KINDS.map((kind) => {
    const of = cuts.filter((cut) => cut.kind === kind);
    const subscribed = spread(of.flatMap((cut) => cut.subscribed));
    return `${kind}: ${of.length} cuts; subscribed after ${subscribed}; shown after ${spread(of.flatMap((cut) => cut.shown))}`;
  });
  return [`${more.newest} messages, ${more.repeated.join(' and ')} answers repeated`, ...lines].join('\n');
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? '-';
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms of ${sorted.length}`;
}
