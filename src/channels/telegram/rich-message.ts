import type { Attributes, Json } from '../../entities/columns.ts';
import { isObject, listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedFile } from '../receiving/receiver.ts';
import { showUnsupported } from '../receiving/unsupported.ts';
import { showLocation } from '../shared-things.ts';
import { fileIn } from './files.ts';
import { code, codeBlock, deleted, emphasis, link, quotation, strong } from './marks.ts';

/** Telegram allows 16 levels, and 50 files in a message. */
const DEEPEST = 20;
const MOST_FILES = 50;

/** A rich message (Bot API 10.1 and later) as Markdown, and its files in their order. */
export function readRichMessage(rich: Attributes): { content: string | null; files: ReceivedFile[] } {
  const blocks = listAt(rich, 'blocks');
  return { content: textOfBlocks(blocks, 0) || null, files: filesIn(blocks, 0).slice(0, MOST_FILES) };
}

function textOfBlocks(blocks: readonly Attributes[], depth: number): string {
  if (depth > DEEPEST) return '';
  return paragraphs(blocks.map((block) => textOfBlock(block, depth + 1)));
}

const paragraphs = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').join('\n\n');

function textOfBlock(block: Attributes, depth: number): string {
  const type = textAt(block, 'type');
  const read = BLOCKS[type];
  const text = read ? read(block, depth) : textOfUnknown(block, depth);
  return paragraphs([text, captionOf(block, depth)]);
}

const BLOCKS: Record<string, (block: Attributes, depth: number) => string> = {
  paragraph: (block, depth) => inline(block['text'], depth),
  footer: (block, depth) => inline(block['text'], depth),
  thinking: (block, depth) => inline(block['text'], depth),
  heading(block, depth) {
    const size = Math.min(Math.max(Number(block['size']) || 1, 1), 6);
    return `${'#'.repeat(size)} ${inline(block['text'], depth).replaceAll('\n', ' ')}`;
  },
  pre: (block, depth) => codeBlock(plain(block['text'], depth), textAt(block, 'language')),
  divider: () => '---',
  anchor: () => '',
  mathematical_expression: (block) => textAt(block, 'expression'),
  list: (block, depth) =>
    listAt(block, 'items')
      .map((item) => itemOf(item, depth))
      .join('\n'),
  blockquote: (block, depth) => quoted(textOfBlocks(listAt(block, 'blocks'), depth), block, depth),
  expandable_blockquote: (block, depth) => quoted(inline(block['text'], depth), block, depth),
  pullquote: (block, depth) => quoted(inline(block['text'], depth), block, depth),
  collage: (block, depth) => textOfBlocks(listAt(block, 'blocks'), depth),
  slideshow: (block, depth) => textOfBlocks(listAt(block, 'blocks'), depth),
  table: (block, depth) => rowsOf(block, depth).join('\n'),
  details: (block, depth) =>
    paragraphs([strong(inline(block['summary'], depth)), textOfBlocks(listAt(block, 'blocks'), depth)]),
  map: (block) => mapOf(objectAt(block, 'location')),
  buttons: (block) => listAt(block, 'buttons').map(buttonOf).join('\n'),
};

/** The text and the blocks of a block that a later version of Telegram has added. */
function textOfUnknown(block: Attributes, depth: number): string {
  const text = paragraphs([inline(block['text'], depth), textOfBlocks(listAt(block, 'blocks'), depth)]);
  const hasSomething = text !== '' || fileIn(block) !== null || block['caption'] !== undefined;
  return hasSomething ? text : showUnsupported(textAt(block, 'type')).content;
}

/** The caption of a table is text; the captions of files are objects with text. */
function captionOf({ caption }: Attributes, depth: number): string {
  if (!isObject(caption) || caption['type'] !== undefined) return inline(caption, depth);
  return withCredit(inline(caption['text'], depth), caption, depth);
}

const quoted = (text: string, block: Attributes, depth: number) => quotation(withCredit(text, block, depth));

function withCredit(text: string, { credit }: Attributes, depth: number): string {
  return [text, inline(credit, depth)].filter((line) => line !== '').join('\n');
}

function itemOf(item: Attributes, depth: number): string {
  const [number] = /^\d{1,9}/.exec(textAt(item, 'label')) ?? [];
  const sign = number === undefined ? '- ' : `${number}. `;
  const box = item['has_checkbox'] === true ? (item['is_checked'] === true ? '☑ ' : '☐ ') : '';
  const text = textOfBlocks(listAt(item, 'blocks'), depth).replaceAll('\n\n', '\n');
  return sign + box + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`);
}

function rowsOf({ cells }: Attributes, depth: number): string[] {
  const rows = Array.isArray(cells) ? cells.filter((row) => Array.isArray(row)) : [];
  return rows.map((row) =>
    row
      .filter(isObject)
      .map((cell) => inline(cell['text'], depth).replaceAll('\n', ' '))
      .join(' | '),
  );
}

function mapOf({ latitude, longitude }: Attributes): string {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return '';
  return showLocation({ latitude, longitude, name: '', address: '' }).content;
}

const buttonOf = (button: Attributes) => {
  const [text, url] = [textAt(button, 'text'), textAt(button, 'url')];
  return url === '' ? text : link(text, url);
};

const MARKS: Record<string, (text: string, of: Attributes) => string> = {
  bold: strong,
  italic: emphasis,
  strikethrough: deleted,
  url: (text, of) => link(text, textAt(of, 'url')),
  email_address: (text, of) => link(text, `mailto:${textAt(of, 'email_address')}`),
};

/** Text with its formats: a text, a list of them, or an object with a type. */
function inline(rich: Json | undefined, depth: number): string {
  if (typeof rich === 'string') return rich;
  if (depth > DEEPEST) return '';
  if (Array.isArray(rich)) return rich.map((part) => inline(part, depth + 1)).join('');
  if (!isObject(rich)) return '';
  const type = textAt(rich, 'type');
  if (type === 'code') return code(plain(rich['text'], depth));
  if (type === 'button') return buttonOf(objectAt(rich, 'button'));
  const text = inline(rich['text'], depth + 1) || textAt(rich, 'alternative_text') || textAt(rich, 'expression');
  return MARKS[type]?.(text, rich) ?? text;
}

/** Text without its formats. */
function plain(rich: Json | undefined, depth: number): string {
  if (typeof rich === 'string') return rich;
  if (depth > DEEPEST) return '';
  if (Array.isArray(rich)) return rich.map((part) => plain(part, depth + 1)).join('');
  return isObject(rich) ? plain(rich['text'], depth + 1) || textAt(rich, 'alternative_text') : '';
}

function filesIn(blocks: readonly Attributes[], depth: number): ReceivedFile[] {
  if (depth > DEEPEST) return [];
  return blocks.flatMap((block) => {
    const file = fileIn(block);
    const items = listAt(block, 'items').flatMap((item) => listAt(item, 'blocks'));
    return [...(file ? [file] : []), ...filesIn([...listAt(block, 'blocks'), ...items], depth + 1)];
  });
}
