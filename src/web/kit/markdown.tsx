import { h } from 'preact';
import { later } from './later.ts';
import { lazy } from './lazy.tsx';

/** Signs of Markdown beyond plain text: marks, addresses and lists. */
const SPECIAL = /[*_~`[\]#>@\\]|:\/\/|www\.|^\s*(?:[-+]|\d+[.)])/m;

const drawing = later(() => import('./draw-markdown.ts'));
const DrawnMarkdown = lazy(async () => {
  const { drawMarkdown } = await drawing();
  return ({ text }: { text: string }) => <div class="md">{drawMarkdown(text, h)}</div>;
}, plain);

/** Draws Markdown as elements; text stays text, whatever is in it. */
export function Markdown({ text }: { text: string }) {
  return SPECIAL.test(text) ? <DrawnMarkdown text={text} /> : plain({ text });
}

function plain({ text }: { text: string }) {
  return <p class="plain">{text}</p>;
}
