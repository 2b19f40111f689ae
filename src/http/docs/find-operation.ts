import type { Section } from './sections.ts';

/** The address of an operation by a text such as "GET .../labels/{id}"; null = there is no such operation. */
export type FindOperation = (text: string) => string | null;

const NAMED = /^(GET|POST|PATCH|PUT|DELETE) (\/|\.\.\.\/)([^\s?]+)(?:\?\S*)?$/;

/**
 * A function that finds the operations of the sections. Three dots stand for the beginning of the path, an account's if
 * there are several; in place of {id} and the like, anything may stand.
 */
export function operationFinder(sections: readonly Section[]): FindOperation {
  const operations = sections.flatMap(({ href, operations: listed }) =>
    listed.map(({ method, path, operation }) => ({
      verb: method.toUpperCase(),
      path,
      to: `${href}#${operation.operationId}`,
    })),
  );
  return (text) => {
    const [, verb = '', start, rest = ''] = NAMED.exec(text) ?? [];
    const pattern = new RegExp(`${start === '/' ? '^/' : '/'}${patternOf(rest)}$`);
    const found = operations.filter((each) => each.verb === verb.replace('PUT', 'PATCH') && pattern.test(each.path));
    return (found.find(({ path }) => path.startsWith('/api/v1/accounts/')) ?? found[0])?.to ?? null;
  };
}

/** A pattern for paths: segments such as {id}, ID or 3 match any parameter. */
function patternOf(path: string): string {
  const segments = path.split('/').map((segment) => {
    if (segment === '...') return '.+';
    return /^(v\d|[a-z_.]+)$/.test(segment) ? segment.replaceAll('.', String.raw`\.`) : String.raw`\{\w+\}`;
  });
  return segments.join('/');
}
