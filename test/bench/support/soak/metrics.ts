/** What the soak reads of a server's metrics. */
export type Metrics = {
  /** Megabytes of the heap that are in use. */
  heap: number;
  /** How often the event loop was late by at most so many seconds, since the server's start. */
  loop: Map<number, number>;
};

export async function readMetrics(url: string, token: string): Promise<Metrics> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`/metrics: ${response.status} ${text}`);
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20;
  const buckets = text.matchAll(/^parley_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  const loop = [...buckets].map(([, end, count]) => [end === '+Inf' ? Infinity : Number(end), Number(count)] as const);
  return { heap, loop: new Map(loop) };
}

/** Within how many milliseconds the event loop was late, such a share of the times between two readings. */
export function lateness(before: Metrics, after: Metrics, share: number): number {
  const since = [...after.loop].map(([end, count]) => ({ end, count: count - (before.loop.get(end) ?? 0) }));
  const all = since.at(-1)?.count ?? 0;
  return (since.find(({ count }) => count >= all * share)?.end ?? Infinity) * 1000;
}
