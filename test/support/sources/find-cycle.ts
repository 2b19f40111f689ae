/** The nodes of a cycle, in order, the first one again at the end; empty when there is none. */
export function findCycle(graph: Iterable<readonly [string, readonly string[]]>): string[] {
  const next = new Map(graph);
  const finished = new Set<string>();

  function follow(node: string, path: string[]): string[] {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return [];
    for (const target of next.get(node) ?? []) {
      const cycle = follow(target, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(node);
    return [];
  }

  return [...next.keys()].map((node) => follow(node, [])).find((cycle) => cycle.length > 0) ?? [];
}
