import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toHtml } from '../../src/markdown/to-html.ts';
import { toLine } from '../../src/markdown/to-line.ts';
import { toPlain } from '../../src/markdown/to-plain.ts';
import { toTelegram } from '../../src/markdown/to-telegram.ts';
import { toWhatsapp } from '../../src/markdown/to-whatsapp.ts';

const KINDS = { plain: toPlain, WhatsApp: toWhatsapp, LINE: toLine, Telegram: toTelegram, HTML: toHtml };

type Expected = Record<keyof typeof KINDS, string>;

const CASES: [string, string, Expected][] = [
  [
    'marks',
    'a **b** _c_ ~~d~~ `e*`',
    {
      plain: 'a b c d e*',
      WhatsApp: 'a *b* _c_ ~d~ `e*`',
      LINE: 'a *b* _c_ ~d~ e*',
      Telegram: 'a <strong>b</strong> <em>c</em> <del>d</del> <code>e*</code>',
      HTML: '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e*</code></p>',
    },
  ],
  [
    'marks in words and in each other',
    '**a _b_ __c__**, x**y**z',
    {
      plain: 'a b c, xyz',
      WhatsApp: '*a _b_ c*, x*y*z',
      LINE: '*a _b_ c* , x *y* z',
      Telegram: '<strong>a <em>b</em> c</strong>, x<strong>y</strong>z',
      HTML: '<p><strong>a <em>b</em> <strong>c</strong></strong>, x<strong>y</strong>z</p>',
    },
  ],
  [
    'marks over lines',
    '**a\nb**',
    {
      plain: 'a\nb',
      WhatsApp: '*a*\n*b*',
      LINE: '*a*\n*b*',
      Telegram: '<strong>a\nb</strong>',
      HTML: '<p><strong>a<br>b</strong></p>',
    },
  ],
  [
    'links',
    '[our *shop*](https://a.example/?b&c) https://b.example **https://c.example** [ask](mailto:me@a.example)',
    {
      plain: 'our shop: https://a.example/?b&c https://b.example https://c.example ask: me@a.example',
      WhatsApp: 'our _shop_: https://a.example/?b&c https://b.example https://c.example ask: me@a.example',
      LINE: 'our _shop_ : https://a.example/?b&c https://b.example *https://c.example* ask: me@a.example',
      Telegram:
        '<a href="https://a.example/?b&amp;c">our <em>shop</em></a> <a href="https://b.example">https://b.example</a>' +
        ' <strong><a href="https://c.example">https://c.example</a></strong> <a href="mailto:me@a.example">ask</a>',
      HTML:
        '<p><a href="https://a.example/?b&amp;c">our <em>shop</em></a> <a href="https://b.example">https://b.example</a>' +
        ' <strong><a href="https://c.example">https://c.example</a></strong> <a href="mailto:me@a.example">ask</a></p>',
    },
  ],
  [
    'lists',
    'Bring:\n* a\n* b\n  1. c\n  2. d\n\nThanks',
    {
      plain: 'Bring:\n- a\n- b\n  1. c\n  2. d\n\nThanks',
      WhatsApp: 'Bring:\n- a\n- b\n  1. c\n  2. d\n\nThanks',
      LINE: 'Bring:\n- a\n- b\n  1. c\n  2. d\n\nThanks',
      Telegram: 'Bring:\n- a\n- b\n  1. c\n  2. d\n\nThanks',
      HTML: '<p>Bring:</p>\n<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>\n<p>Thanks</p>',
    },
  ],
  [
    'quotations',
    '> a\n> b\n> > c',
    {
      plain: '> a\n> b\n> > c',
      WhatsApp: '> a\n> b\n> > c',
      LINE: '> a\n> b\n> > c',
      Telegram: '<blockquote>a\nb\nc</blockquote>',
      HTML: '<blockquote><p>a<br>b</p><blockquote><p>c</p></blockquote></blockquote>',
    },
  ],
  [
    'headings, rules and blocks of code',
    '# a **b**\n---\n```js\nx < 1\n\n*y*\n```',
    {
      plain: 'a b\n\n---\n\nx < 1\n\n*y*',
      WhatsApp: '*a b*\n\n---\n\n```x < 1\n\n*y*```',
      LINE: '*a b*\n\n---\n\nx < 1\n\n*y*',
      Telegram: '<strong>a b</strong>\n\n---\n\n<pre>x &lt; 1\n\n*y*</pre>',
      HTML: '<h4>a <strong>b</strong></h4>\n<hr>\n<pre><code>x &lt; 1\n\n*y*</code></pre>',
    },
  ],
  [
    'HTML as text',
    '<b title="x">&amp;',
    {
      plain: '<b title="x">&amp;',
      WhatsApp: '<b title="x">&amp;',
      LINE: '<b title="x">&amp;',
      Telegram: '&lt;b title=&quot;x&quot;&gt;&amp;amp;',
      HTML: '<p>&lt;b title=&quot;x&quot;&gt;&amp;amp;</p>',
    },
  ],
  [
    'text without any mark',
    'snake_case, 2 * 3 and #4\n\nBye',
    {
      plain: 'snake_case, 2 * 3 and #4\n\nBye',
      WhatsApp: 'snake_case, 2 * 3 and #4\n\nBye',
      LINE: 'snake_case, 2 * 3 and #4\n\nBye',
      Telegram: 'snake_case, 2 * 3 and #4\n\nBye',
      HTML: '<p>snake_case, 2 * 3 and #4</p>\n<p>Bye</p>',
    },
  ],
];

describe.each(Object.entries(KINDS))('Markdown for %s', (kind, write) => {
  it.each(CASES)('has %s', (_, text, expected) => {
    expect(write(text)).toBe(expected[kind as keyof typeof KINDS]);
  });

  it('keeps every word', () => {
    // One word beside a fence would be the language of the code, which is not shown.
    const pieces = [
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
      '<',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const count = (text: string) => text.split('word').length;
        expect(count(write(text))).toBe(count(text));
      }),
    );
  });

  it.each(['*a ', '[', '**a\n', '> ', '- a\n  ', '_a', '> a\n', ' ', '# a\n'])(
    'writes a hundred thousand characters of %j',
    (piece) => {
      // What takes time by the square of the length would not come to its end.
      expect(write(`a${piece.repeat(100_000 / piece.length)}b`).length).toBeGreaterThan(1);
    },
  );
});

describe.each([
  ['Telegram', toTelegram],
  ['HTML', toHtml],
])('the tags of %s', (_, write) => {
  it('are closed in their order, whatever is written', () => {
    const pieces = [
      'a',
      '*',
      '**',
      '_',
      '`',
      '[',
      '](https://a.example/"<)',
      '\n',
      '- ',
      '> ',
      '~~',
      '<i>',
      '&',
      '```',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (pieces) => {
        expect(openTags(write(pieces.join('')))).toEqual([]);
      }),
    );
  });
});

/** The tags that are left open, or closed in another order. */
function openTags(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)(\w+)[^<>]*>/g)) {
    if (tag === 'br' || tag === 'hr') continue;
    if (slash === '' || open.at(-1) !== tag) open.push(slash + tag);
    else open.pop();
  }
  return open;
}
