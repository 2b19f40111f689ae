/**
 * The milliseconds until `until` (by `performance.now()`), for a timer; 0 when that is over, as after a long turn of the event
 * loop: Node.js warns of timers with less.
 */
export function msUntil(until: number): number {
  return Math.max(0, until - performance.now());
}
