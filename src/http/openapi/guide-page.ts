import { html, join } from './html.ts';
import { markdownHtml } from './markdown-html.ts';

/** A guide in Markdown as a page, with links to its parts. */
export function guidePage(markdown: string): string {
  const { body, headings } = markdownHtml(markdown);
  const [title, ...parts] = headings;
  const links = parts
    .filter(({ level }) => level === 2)
    .map(({ id, title: part }) => html`<li><a href="#${id}">${part}</a></li>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title?.title ?? ''}</title>
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <nav>
          <p><a href="/docs">The API</a></p>
          <ul>
            ${join(links)}
          </ul>
        </nav>
        <main class="guide">${body}</main>
      </body>
    </html> `.text;
}
