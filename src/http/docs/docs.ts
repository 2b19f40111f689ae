import type { Document } from '../openapi/document.ts';
import { entriesOf } from './entries.ts';
import { operationFinder } from './find-operation.ts';
import { guidePage } from './guide-page.ts';
import { readGuides } from './guides.ts';
import { homePage } from './home-page.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Menu } from './page.ts';
import { searchIn } from './search-index.ts';
import { searchPage } from './search-page.ts';
import { sectionPage } from './section-page.ts';
import { schemaPlaces, sectionsOf } from './sections.ts';

/** The pages of /docs. `pages`: how each is made, by its path. */
export type Docs = {
  pages: ReadonlyMap<string, () => string>;
  /** The page of what is found. @throws AppError `unavailable` while many others are searching */
  search(query: string): Promise<string>;
};

/** The most searches that wait for others: each takes the processor for some milliseconds. */
const MOST_WAITING = 50;

/** The guides and the document as pages. Each is made when it is asked for, and the index when something is searched. */
export function docsOf(document: Document): Docs {
  const sections = sectionsOf(document);
  const guides = readGuides(document.info['x-dialect']);
  const { title: name, version } = document.info;
  const menu: Menu = { name, guides, sections };
  const places = schemaPlaces(sections);
  const findOperation = operationFinder(sections);
  let index: ReturnType<typeof searchIn> | undefined;
  const inTurn = oneAtATime(MOST_WAITING);
  return {
    pages: new Map<string, () => string>([
      ['/docs', () => homePage(menu, version, sections, document.servers[0]?.url ?? '')],
      ...guides.map((guide) => [guide.href, () => guidePage(guide, menu, findOperation)] as const),
      ...sections.map((section) => [section.href, () => sectionPage(section, { document, menu, places })] as const),
    ]),
    search(query) {
      return inTurn(async () => {
        index ??= searchIn(entriesOf(guides, sections, findOperation));
        return searchPage(query, (await index)(query), menu);
      });
    },
  };
}
