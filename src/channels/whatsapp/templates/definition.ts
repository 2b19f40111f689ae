import type { Attributes, Json } from '../../../entities/columns.ts';
import { textIn } from '../../render-text.ts';
import { objectsIn } from '../hosts.ts';

export const MEDIA = ['image', 'video', 'document'] as const;
export type MediaType = (typeof MEDIA)[number];

/** The part of this type; {} = there is none. */
export const partIn = (definitions: readonly Attributes[], type: string): Attributes =>
  definitions.find((part) => textIn(part, 'type').toUpperCase() === type) ?? {};

export const buttonsIn = (definitions: readonly Attributes[]) => objectsIn(partIn(definitions, 'BUTTONS')['buttons']);

/** The parts of each card. */
export const cardsIn = (definitions: readonly Attributes[]): Attributes[][] =>
  objectsIn(partIn(definitions, 'CAROUSEL')['cards']).map((card) => objectsIn(card['components']));

/** Kinds of buttons with different names in templates and messages. */
const SENT_AS: Record<string, string> = { otp: 'url' };

/** The kind of a button by its name in messages; '' = none. */
export function typeOf(button: Attributes): string {
  const type = textIn(button, 'type').toLowerCase();
  return SENT_AS[type] ?? type;
}

/** Advice for programs that use a new kind by Meta's documentation. */
export const UNKNOWN =
  'which is not known here: give all values as Meta takes them, in template_params.components instead of processed_params';

/** Whether there is no value. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
