import { describe, expect, it } from '@jest/globals';
import { type Mark, marked } from '../../../../../src/web/console/views/compose/edits.ts';

/** A text in which brackets stand around what is selected. */
function selected(text: string) {
  const [before = '', inside = '', after = ''] = text.split(/[⟦⟧]/);
  return { text: before + inside + after, from: before.length, to: before.length + inside.length };
}
const shown = ({ text, from, to }: ReturnType<typeof selected>) =>
  `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;

describe('what is selected', () => {
  it.each<[Mark, string, string]>([
    ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
    ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
    ['bold', '⟦⟧', '**⟦⟧**'],
    ['italic', '⟦word⟧', '_⟦word⟧_'],
    ['code', 'run ⟦npm ci⟧', 'run `⟦npm ci⟧`'],
    ['code', '⟦one\ntwo⟧', '```\n⟦one\ntwo⟧\n```'],
    ['list', 'one⟦⟧', '- one⟦⟧'],
    ['list', 'before\no⟦ne\ntw⟧o\nafter', 'before\n⟦- one\n- two⟧\nafter'],
    ['list', '⟦- one\n- two⟧', '⟦one\ntwo⟧'],
    ['link', 'see ⟦the page⟧', 'see [the page](https://⟦⟧)'],
    ['link', '⟦https://x.test/a⟧', '[⟦⟧](https://x.test/a)'],
    ['link', 'a ⟦⟧', 'a [⟦⟧](https://)'],
  ])('becomes %s: %j', (mark, before, after) => {
    expect(shown(marked(selected(before), mark))).toBe(after);
  });
});
