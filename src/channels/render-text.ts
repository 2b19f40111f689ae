import type { Attributes, Json } from '../entities/columns.ts';
import type { OutgoingFile, OutgoingMessage } from './transport.ts';

/** The message as plain text for channels without formats; '' = nothing but files. `escape` writes text that is not Markdown. */
export function renderText(
  { content, contentType, contentAttributes }: OutgoingMessage,
  escape: (text: string) => string = (text) => text,
): string {
  const items = itemsOf(contentAttributes);
  const lines = LINES[contentType]?.(items) ?? [];
  return [content ?? '', ...lines.map((line) => escape(line))].filter((line) => line !== '').join('\n');
}

/** As `renderText`, with the addresses of the files below. */
export function renderTextWithLinks(message: OutgoingMessage, files: readonly OutgoingFile[]): string {
  return [renderText(message), ...files.map(({ url }) => url)].filter((line) => line !== '').join('\n');
}

/** The items of a message; [] = none. */
export function itemsOf({ items }: Attributes): Attributes[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Text in `item` under this name; '' = there is none. */
export function textIn(item: Attributes, name: string): string {
  const value = item[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The actions of a card. */
export function actionsOf(card: Attributes): Attributes[] {
  const { actions } = card;
  return Array.isArray(actions) ? actions.filter(isObject) : [];
}

/** The content types with items, each with the text lines of its items. */
const LINES: Partial<Record<OutgoingMessage['contentType'], (items: Attributes[]) => string[]>> = {
  input_select: (items) => items.map((item, index) => `${index + 1}. ${textIn(item, 'title')}`),
  cards: (items) =>
    items.flatMap((card) => [paragraph(card), textIn(card, 'media_url'), ...actionsOf(card).map(action)]),
  article: (items) => items.flatMap((item) => [paragraph(item), textIn(item, 'link')]),
  form: (items) => items.map((field) => `${textIn(field, 'label') || textIn(field, 'name')}:`),
};

const paragraph = (item: Attributes) =>
  [textIn(item, 'title'), textIn(item, 'description')].filter((line) => line !== '').join('\n');

function action(item: Attributes): string {
  const [title, uri] = [textIn(item, 'text'), textIn(item, 'uri')];
  return uri === '' ? `- ${title}` : `- ${title}: ${uri}`;
}

function isObject(item: Json): item is Attributes {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}
