import type { Attributes, Json } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { invalidField } from '../../errors.ts';

/** The keys of items by content type; other types have no items. */
const ITEM_KEYS: Partial<Record<ContentType, readonly string[]>> = {
  input_select: ['title', 'value'],
  cards: ['title', 'description', 'media_url', 'actions'],
  form: ['type', 'placeholder', 'label', 'name', 'options', 'default', 'required', 'pattern', 'title', 'pattern_error'],
  article: ['title', 'description', 'link'],
};
const ACTION_KEYS = ['text', 'type', 'payload', 'uri'];
/** The most items of a message, and the most actions of an item. */
const MAX_ITEMS = 100;

/** Checks the items of a message, for content types with items. @throws AppError `invalid` */
export function checkItems(contentType: ContentType, { items }: Attributes): void {
  const keys = ITEM_KEYS[contentType];
  if (!keys) return;
  if (items !== undefined && items !== null && !Array.isArray(items)) refuse('items must be a list of objects');
  if (!Array.isArray(items) || items.length === 0) return refuse('At least one item is required.');

  const objects = asObjects(items, 'items');
  const unknown = unknownKeys(objects, keys);
  if (unknown.length > 0) refuse(`contains invalid keys for items : ${JSON.stringify(unknown)}`);
  if (contentType === 'cards') checkActions(objects);
}

function checkActions(items: Attributes[]): void {
  if (items.some(({ actions }) => !Array.isArray(actions) || actions.length === 0)) {
    refuse('contains items missing actions');
  }
  for (const { actions } of items) {
    const unknown = unknownKeys(asObjects(actions as Json[], 'actions'), ACTION_KEYS);
    if (unknown.length > 0) refuse(`contains invalid keys for actions:  ${JSON.stringify(unknown)}`);
  }
}

function asObjects(list: Json[], what: string): Attributes[] {
  if (list.length > MAX_ITEMS) refuse(`${what} are too many (maximum is ${MAX_ITEMS})`);
  return list.filter((item): item is Attributes => isObject(item) || refuse(`${what} must be a list of objects`));
}

function isObject(item: Json): item is Attributes {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

function unknownKeys(objects: Attributes[], known: readonly string[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((key) => !known.includes(key));
}

function refuse(rule: string): never {
  throw invalidField('content_attributes', rule);
}
