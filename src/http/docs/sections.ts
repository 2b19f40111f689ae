import type { Document, Operation } from '../openapi/document.ts';
import { EVENTS_TAG } from '../openapi/webhooks.ts';
import type { Shape } from '../../wire/shape.ts';
import type { Described, Listed } from './operation-html.ts';

/** The operations about one thing, on a page of their own, with the schemas that no section before it has. */
export type Section = {
  /** The tag of its operations. */
  tag: string;
  title: string;
  description: string;
  /** The path of its page. */
  href: string;
  operations: readonly Listed[];
  events: readonly Described[];
  schemas: readonly (readonly [name: string, schema: Shape])[];
};

/** The sections of the document by their titles; the events are the last one. */
export function sectionsOf(document: Document): Section[] {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0] ?? '');
  const listed = [...byTag].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const events = Object.values(document.webhooks).map(({ post }): Described => post);
  const shown = new Set(listed.flatMap(([, operations]) => operations.flatMap(bodiesOf)));
  const newIn = (of: object) => {
    const added = namesIn(of, document).filter((name) => !shown.has(name));
    for (const name of added) shown.add(name);
    return added.toSorted().map((name) => [name, document.components.schemas[name] ?? {}] as const);
  };
  const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]));
  const described = (tag: string, of: Omit<Parts, 'description'>) =>
    sectionOf(tag, { ...of, description: descriptions.get(tag) ?? '' });
  return [
    ...listed.map(([tag, operations]) => described(tag, { operations, events: [], schemas: newIn(operations) })),
    described(EVENTS_TAG, { operations: [], events, schemas: newIn(events) }),
  ];
}

type Parts = Omit<Section, 'tag' | 'title' | 'href'>;

/** Words that are no words but letters. */
const LETTERS = /^(csat|saml)\b/i;

function sectionOf(tag: string, of: Parts): Section {
  const title = (tag.charAt(0).toUpperCase() + tag.slice(1)).replace(LETTERS, (word) => word.toUpperCase());
  return { tag, title, href: `/docs/api/${tag.replaceAll(' ', '-')}`, ...of };
}

function operationsOf(document: Document): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** The page and fragment of each schema, by schema name. */
export function schemaPlaces(sections: readonly Section[]): Map<string, string> {
  return new Map(
    sections.flatMap(({ href, operations, schemas }) =>
      [...operations.flatMap(bodiesOf), ...schemas.map(([name]) => name)].map(
        (name) => [name, `${href}#schema-${name}`] as const,
      ),
    ),
  );
}

/** The body schemas of an operation, which the operation's article shows. */
function bodiesOf({ operation }: Listed): string[] {
  return referencesIn(operation.requestBody ?? {});
}

/** The schemas that `part` refers to, directly or through other schemas, in order of appearance. */
function namesIn(part: object, { components }: Document): string[] {
  const met = new Set(referencesIn(part));
  for (const name of met) {
    for (const inner of referencesIn(components.schemas[name] ?? {})) met.add(inner);
  }
  return [...met];
}

function referencesIn(part: object): string[] {
  return [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([\w.]+)"/g)].map(([, name = '']) => name);
}
