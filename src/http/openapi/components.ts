import { isDeepStrictEqual } from 'node:util';
import type { Shape } from '../../wire/shape.ts';

type Gathered<T> = { schemas: Record<string, Shape>; value: T };

/**
 * `value` with every titled shape replaced by a reference to a component schema; examples stay unchanged, even with a
 * title.
 * @throws Error when two different shapes have the same title, which is a bug
 */
export function gatherComponents<T extends object>(value: T): Gathered<T> {
  const schemas = new Map<string, Shape>();
  const sources = new Map<string, Shape>();

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const title = (node as Shape)['title'];
    return typeof title === 'string' ? referTo(title, node as Shape) : visitAll(node);
  }

  function visitAll(node: object): Shape {
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, key === 'example' ? inner : visit(inner)]),
    );
  }

  function referTo(title: string, source: Shape): Shape {
    const known = sources.get(title);
    if (known === undefined) {
      sources.set(title, source);
      schemas.set(title, visitAll(source));
    } else if (known !== source && !isDeepStrictEqual(known, source)) {
      throw new Error(`two different shapes are called ${title}`);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  const replaced = visit(value) as T;
  const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { schemas: Object.fromEntries(sorted), value: replaced };
}
