import type { FindOperation } from './find-operation.ts';
import { guideHtml } from './guide-html.ts';
import type { Guide } from './guides.ts';
import { html } from './html.ts';
import { type Menu, pageHtml } from './page.ts';

/** A guide as a page, with links to its parts. */
export function guidePage({ title, href, markdown }: Guide, menu: Menu, findOperation: FindOperation): string {
  const { body, parts } = guideHtml(markdown, findOperation);
  const links = parts
    .filter(({ level }) => level === 2)
    .map(({ id, title: part }) => ({ title: part, href: `#${id}` }));
  return pageHtml({ title, href, body: html`<div class="guide">${body}</div>`, parts: links }, menu);
}
