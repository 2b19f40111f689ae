/** Settings as in a YAML file, by section. */
export type Tree = { [key: string]: unknown };

/** `{ server: { port: 1 } }` becomes `{ 'server.port': 1 }`; lists are kept as values. */
export function flatten(tree: Tree, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(flatten(value as Tree, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  );
}

/** `{ 'server.port': 1 }` becomes `{ server: { port: 1 } }`. */
export function unflatten(settings: Record<string, unknown>): Tree {
  const tree: Tree = {};
  for (const [path, value] of Object.entries(settings)) {
    const keys = path.split('.');
    let section = tree;
    for (const key of keys.slice(0, -1)) section = (section[key] ??= {}) as Tree;
    section[keys.at(-1) ?? path] = value;
  }
  return tree;
}

/** Freezes `value` and everything in it, and returns it. */
export function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner);
  return Object.freeze(value);
}
