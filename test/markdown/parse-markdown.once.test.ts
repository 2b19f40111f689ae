import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MarkdownNode } from '../../src/markdown/markdown-node.ts';
import { parseMarkdown } from '../../src/markdown/parse-markdown.ts';

/** Nodes as short text: `p(a strong(b))`. */
function short(nodes: readonly (MarkdownNode | string)[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string' ? node : `${node.tag}${node.href ? `<${node.href}>` : ''}(${short(node.of)})`,
    )
    .join('');
}

/** All that is drawn as text. */
const textOf = (nodes: readonly (MarkdownNode | string)[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.of))).join('');

function linksIn(nodes: readonly (MarkdownNode | string)[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.href ?? [], linksIn(node.of)].flat()));
}

describe('Markdown of messages', () => {
  it.each([
    ['plain text', 'Hello', 'p(Hello)'],
    ['lines', 'a\nb\n\nc', 'p(abr()b)p(c)'],
    ['emphasis', '**a** _b_ ~~c~~ __d__ *e*', 'p(strong(a) em(b) del(c) strong(d) em(e))'],
    ['emphasis in emphasis', '**a *b* c**', 'p(strong(a em(b) c))'],
    ['names with underscores', 'snake_case_name', 'p(snake_case_name)'],
    ['lone marks', '2 * 3 ** 4 _ 5', 'p(2 * 3 ** 4 _ 5)'],
    ['code, in which nothing else is read', '`a*b*` ``c`d``', 'p(code(a*b*) code(c`d))'],
    ['a block of code', '```js\nlet *a* = 1;\n\nb\n```\nc', 'pre(code(let *a* = 1;\n\nb))p(c)'],
    ['a fence without an end', '```please help', 'pre(code(please help))'],
    ['a fence that is all', '~~~~word', 'pre(code(word))'],
    ['words beside fences', '~~~ a word\nb\n~~~ c\n~~~', 'pre(code(a word\nb\n~~~ c))'],
    ['code between fences in a line', 'a ```b``` c\n```d```', 'p(a code(b) cbr()code(d))'],
    ['a link', '[our *shop*](https://a.example/b_(c) "title")', 'p(a<https://a.example/b_(c)>(our em(shop)))'],
    ['an address', 'See https://a.example/b_c.', 'p(See a<https://a.example/b_c>(https://a.example/b_c).)'],
    ['an e-mail address', 'Ask me@a.example!', 'p(Ask a<mailto:me@a.example>(me@a.example)!)'],
    ['lists', '- a\n- b\n  1. c\n', 'ul(li(a)li(bol(li(c))))'],
    ['a quotation', '> a\n> - b', 'blockquote(p(a)ul(li(b)))'],
    ['a heading and a line', '# a #\n---', 'h4(a)hr()'],
    ['escapes', String.raw`\*a\* \[b](c)`, 'p(*a* [b](c))'],
    ['HTML as text', '<b onclick="x()">a</b><script>b</script>', 'p(<b onclick="x()">a</b><script>b</script>)'],
  ])('reads %s', (_, text, expected) => {
    expect(short(parseMarkdown(text))).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,a',
    'vbscript:a',
    '//a.example',
    '/a',
    'file:///a',
  ])('makes no link to %s', (address) => {
    const nodes = parseMarkdown(`[a](${address}) <${address}>`);

    expect(linksIn(nodes)).toEqual([]);
  });

  it('links only to the web, mail and telephones, whatever is written', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      'javascript:',
      'https://a',
      ':',
      ' ',
      '\n',
      '*',
      '`',
      '\t',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const links = linksIn(parseMarkdown(pieces.join('')));
        expect(links.filter((link) => !/^(https?:\/\/|mailto:|tel:)/.test(link))).toEqual([]);
      }),
    );
  });

  it('keeps every word', () => {
    const piece = fc.constantFrom(
      // One word beside a fence would be the language of the code, which is not shown.
      'a word',
      '*',
      '**',
      '_',
      '`',
      '[',
      '](https://a.example)',
      '\n',
      '- ',
      '> ',
      '  ',
      '~~',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const count = (text: string) => text.split('word').length;
        expect(count(textOf(parseMarkdown(text)))).toBe(count(text));
      }),
    );
  });

  it.each([
    '*a ',
    '[',
    '**a',
    '` `` ',
    '> ',
    '- ',
    '_a',
    'www.)',
    ' #',
    '[a](',
    'a@a.',
    '~~ ~',
    '> a\n',
    '  - x\n',
    '```\n',
  ])('reads a hundred thousand characters of %j, one after the other', (piece) => {
    // A parser that takes time by the square of the length would not come to its end.
    const text = piece.repeat(100_000 / piece.length);

    expect(parseMarkdown(text).length).toBeGreaterThan(0);
  });

  it.each(['[](', '[a](https://a.example', '[a](https://a.example "b"', '**', '`'])(
    'reads a hundred thousand spaces after %j',
    (before) => {
      expect(parseMarkdown(`${before}${' '.repeat(100_000)}a`).length).toBeGreaterThan(0);
    },
  );
});
