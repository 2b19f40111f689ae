import { code, html, type Html, join } from './html.ts';

/** A heading of a guide, by which it is linked to. `level` 1 = its title. */
export type Heading = { id: string; level: number; title: string };

/** What begins something else than a paragraph. */
const HEADING = /^(#{1,3}) (.+)$/;
const ITEM = /^(?:(\d+)\.|-) /;
const STARTS = [HEADING, ITEM, /^```/, /^\|/];

/**
 * A guide in Markdown as HTML: headings, paragraphs, lists, tables and lines of code, not within each other. Links to other
 * files of the repository become text.
 */
export function markdownHtml(markdown: string): { body: Html; headings: Heading[] } {
  const lines = markdown.split('\n');
  const headings: Heading[] = [];
  const blocks: Html[] = [];
  for (let at = 0; at < lines.length;) {
    const until = endOf(lines, at);
    const block = lines.slice(at, until);
    const [, marks, title] = HEADING.exec(block[0] ?? '') ?? [];
    if (marks && title) {
      const heading = { id: idOf(title), level: marks.length, title };
      headings.push(heading);
      blocks.push(headingHtml(heading));
    } else if (block[0]?.trim()) blocks.push(blockHtml(block));
    at = until;
  }
  return { body: join(blocks), headings };
}

/** The line after the block that begins at `at`. */
function endOf(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  const isOver = (line: string, index: number) => {
    if (index <= at) return false;
    if (first.startsWith('```')) return lines[index - 1] === '```' && index - 1 > at;
    if (first.startsWith('|')) return !line.startsWith('|');
    if (ITEM.test(first)) return !ITEM.test(line) && !/^ {2,}\S/.test(line);
    return HEADING.test(first) || line.trim() === '' || STARTS.some((start) => start.test(line));
  };
  const end = lines.findIndex(isOver);
  return end < 0 ? lines.length : end;
}

function blockHtml(block: readonly string[]): Html {
  const [first = ''] = block;
  if (first.startsWith('```')) return code(block.slice(1, -1).join('\n'));
  if (first.startsWith('|')) return tableHtml(block);
  if (ITEM.test(first)) return listHtml(block);
  return html`<p>${inline(block.join(' '))}</p> `;
}

const idOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-');

function headingHtml({ id, level, title }: Heading): Html {
  if (level === 1) return html`<h1 id="${id}">${title}</h1> `;
  return level === 2 ? html`<h2 id="${id}">${title}</h2> ` : html`<h3 id="${id}">${title}</h3> `;
}

function listHtml(block: readonly string[]): Html {
  const items: string[] = [];
  for (const line of block) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const shown = join(items.map((item) => html`<li>${inline(item)}</li> `));
  const start = ITEM.exec(block[0] ?? '')?.[1];
  return start === undefined
    ? html`<ul>
        ${shown}
      </ul> `
    : html`<ol start="${start}">
        ${shown}
      </ol> `;
}

/** The second line of a table stands between its head and its rows. */
function tableHtml([head = '', , ...rows]: readonly string[]): Html {
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim()));
  const headHtml = join(cellsOf(head).map((cell) => html`<th>${cell}</th>`));
  const rowHtml = (row: string) =>
    html`<tr>
      ${join(cellsOf(row).map((cell) => html`<td>${cell}</td>`))}
    </tr> `;
  return html`<table>
    <thead>
      <tr>
        ${headHtml}
      </tr>
    </thead>
    <tbody>
      ${join(rows.map(rowHtml))}
    </tbody>
  </table> `;
}

/** Text with `code` and links. */
function inline(text: string): Html {
  return join(text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : linked(part))));
}

/** Split by links: text, and then for each link its title, its address, and the text behind it. */
function linked(text: string): Html {
  const parts = text.split(/\[([^\]]+)\]\(([^)]+)\)/);
  return join(
    parts.map((part, index) => {
      if (index % 3 === 2) return html``;
      const href = index % 3 === 1 ? (parts[index + 1] ?? '') : '';
      return /^(#|https:)/.test(href) ? html`<a href="${href}">${part}</a>` : html`${part}`;
    }),
  );
}
