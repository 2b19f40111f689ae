import { describe, expect, it } from '@jest/globals';
import { partsOf } from '../../../../../src/web/console/views/search/parts-of.ts';

const said = (text: string, query: string) =>
  partsOf(text, query)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');

describe('the places of a search', () => {
  it.each([
    ['Where is my order?', 'order', 'Where is my [order]?'],
    ['Orders and order', 'ORD', '[Ord]ers and [ord]er'],
    ['in the reorder', 'order', 'in the reorder'],
    ['a+b (c) $1', 'b $1', 'a+[b] (c) $[1]'],
    ['Über uns', 'über', '[Über] uns'],
    ['nothing', '?!', 'nothing'],
    [`${'word '.repeat(30)}here it is`, 'here', `… ${'word '.repeat(11)}[here] it is`],
    ['here '.repeat(3) + 'x'.repeat(300), 'here', `[here] [here] [here] ${'x'.repeat(225)} …`],
  ])('in %j for %j', (text, query, expected) => {
    expect(said(text, query)).toBe(expected);
  });
});
