import { EVERYDAY_WORDS } from './everyday-words.ts';
import type { FindOperation } from './find-operation.ts';
import { partsIn } from './guide-html.ts';
import type { Guide } from './guides.ts';
import { type Entry, GUIDE, SCHEMA } from './search-index.ts';
import { detailsOf } from './operation-html.ts';
import type { Section } from './sections.ts';

/**
 * The entries of the search: the parts of the guides, the operations, the events and the schemas. A generator, so that
 * each guide is parsed only when the index reaches its entries.
 */
export function* entriesOf(
  guides: readonly Guide[],
  sections: readonly Section[],
  findOperation: FindOperation,
): Generator<Entry> {
  for (const guide of guides) yield* partsOf(guide);
  const words = new Map(EVERYDAY_WORDS.map(([operation, others]) => [findOperation(operation), others]));
  for (const section of sections) {
    for (const entry of entriesIn(section)) yield { ...entry, words: words.get(entry.href) ?? '' };
  }
}

function partsOf({ title: guide, href, markdown }: Guide): Entry[] {
  return partsIn(markdown).map(({ id, level, title, text }) => ({
    href: level === 1 ? href : `${href}#${id}`,
    title,
    kind: level === 1 ? GUIDE : `Guide: ${guide}`,
    name: '',
    words: '',
    fields: '',
    text,
  }));
}

function entriesIn({ title: section, href, operations, events, schemas }: Section): Omit<Entry, 'words'>[] {
  return [
    ...operations.filter(isForPrograms).map(({ path, method, operation }) => ({
      href: `${href}#${operation.operationId}`,
      title: operation.summary,
      kind: section,
      name: `${method.toUpperCase()} ${path}`,
      fields: [...operation.parameters.filter(isNotInPath).map(namesIn), operation.requestBody?.['x-under'] ?? ''].join(
        ' ',
      ),
      text: detailsOf(operation),
    })),
    ...events.map(({ operationId, summary, description = '' }) => ({
      href: `${href}#${operationId}`,
      title: summary,
      kind: section,
      name: operationId.replace('receive_', ''),
      fields: '',
      text: description,
    })),
    ...schemas.map(([name, schema]) => ({
      href: `${href}#schema-${name}`,
      title: name,
      kind: SCHEMA,
      name: '',
      fields: namesIn(schema),
      text: '',
    })),
  ];
}

/** False for the pages that mails and sign-ins lead browsers to: a search for "login" should find the operation. */
const isForPrograms = ({ path }: { path: string }) => !/^\/app(?:\/(?!auth\/)|$)/.test(path);

/** Ids in paths repeat the words of the path. */
const isNotInPath = (parameter: object) => !('in' in parameter) || parameter.in !== 'path';

/** The name of a parameter, and the names of all properties in its schemas. */
function namesIn(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  return Object.entries(part)
    .map(([key, value]) => {
      if (key === 'name' && typeof value === 'string') return value;
      if (key === 'example') return '';
      return `${key === 'properties' ? Object.keys(value as object).join(' ') : ''} ${namesIn(value)}`;
    })
    .filter((names) => names.trim() !== '')
    .join(' ');
}
