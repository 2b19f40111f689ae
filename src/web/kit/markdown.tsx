import { h } from 'preact';
import { drawing, SPECIAL } from './drawing.ts';
import { lazy } from './lazy.tsx';

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
