import type { h as createElement, VNode } from 'preact';
import { adoptStyles } from './adopt-styles.ts';
import styles from './markdown.css';
import type { MarkdownNode } from '../../markdown/markdown-node.ts';
import { parseMarkdown } from '../../markdown/parse-markdown.ts';
import { plainNotation } from '../../markdown/to-plain.ts';
import { writeMarkdown } from '../../markdown/write-markdown.ts';

adoptStyles(styles);

/** Markdown as it is read aloud: without marks, and links by their words. */
export const readAloud = (text: string): string => writeMarkdown(text, { ...plainNotation, link: (label) => label });

/** Draws Markdown with Preact's `h`, which is given so that this part can be loaded by itself. */
export function drawMarkdown(text: string, h: typeof createElement): (VNode | string)[] {
  return parseMarkdown(text).map(draw);

  function draw(node: MarkdownNode | string): VNode | string {
    if (typeof node === 'string') return node;
    const { tag, of, href, start } = node;
    const attributes = href
      ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
      : start
        ? { start }
        : null;
    return h(tag, attributes, ...of.map(draw));
  }
}
