import { code, html, type Html } from './html.ts';

/** A longer example is folded, with so many of its lines in view. */
const MOST_LINES = 30;

/** The example as JSON. */
export function exampleHtml(example: unknown): Html {
  const lines = JSON.stringify(example, null, 2).split('\n');
  if (lines.length <= MOST_LINES) return code(lines.join('\n'));
  return html`<details class="answer">
    <summary>All ${lines.length} lines</summary>
    ${code(lines.join('\n'))}
  </details>`;
}
