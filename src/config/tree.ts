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

/** `{ 'server.port': 1 }` becomes `{ server: { port: 1 } }`; names have one dot at most. */
export function unflatten(settings: Record<string, unknown>): Tree {
  const tree: Tree = {};
  for (const [path, value] of Object.entries(settings)) {
    const [section, key] = path.split('.') as [string, string | undefined];
    if (key === undefined) tree[section] = value;
    else (tree[section] = (tree[section] as Tree | undefined) ?? {})[key as never] = value as never;
  }
  return tree;
}

/** Freezes `value` and everything in it, and returns it. */
export function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner);
  return Object.freeze(value);
}
