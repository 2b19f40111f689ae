import { invalidField } from '../../errors.ts';
import { idIn, MAX_ID } from '../../fields/id-in.ts';
import { isStorable } from '../../fields/storable.ts';
import { CONTENT_LENGTH } from '../messages/new-message.ts';

// Readers for parameters of actions. Clients write empty parameters as [], [null], ["nil"] or [""].

const TEXT_LENGTH = 255;

/** No parameters; what is given is ignored. */
export const nothing = (): [] => [];

/** The content of a message. @throws AppError `invalid` */
export function content(given: readonly unknown[]): [string] {
  return [textIn(given[0], 'needs one text', CONTENT_LENGTH)];
}

/** One or more texts as a flat list: some clients nest the list. @throws AppError `invalid` */
export function texts(given: readonly unknown[]): string[] {
  const all = given.flat().map((text) => textIn(text, 'needs texts that are not blank'));
  if (all.length === 0) throw problem('needs at least one text');
  return all;
}

/** One of `choices`; with the choice null, what names nothing is null. @throws AppError `invalid` */
export function choice<const T extends readonly (string | null)[]>(choices: T) {
  return (given: readonly unknown[]): [T[number]] => {
    const value = isNothing(given[0]) ? null : given[0];
    const known = choices.find((one) => one === value);
    if (known === undefined) throw problem(`needs one of ${choices.map((one) => one ?? 'nil').join(', ')}`);
    return [known];
  };
}

/** The id of something; null for what names nothing. @throws AppError `invalid` */
export function idOrNothing(given: readonly unknown[]): [number | null] {
  return [isNothing(given[0]) || given[0] === 0 ? null : idOf(given[0])];
}

/** @throws AppError `invalid` unless the value is the id of a row, as a number or as text */
export function idOf(value: unknown): number {
  const id = typeof value === 'number' ? value : idIn(typeof value === 'string' ? value : '');
  if (id === null || !Number.isInteger(id) || id <= 0 || id > MAX_ID) throw problem('needs an id');
  return id;
}

/** @throws AppError `invalid` unless the value is a text of at most `length` characters that is not blank */
export function textIn(value: unknown, rule: string, length = TEXT_LENGTH): string {
  if (typeof value !== 'string' || value.trim() === '') throw problem(rule);
  if (value.length > length) throw problem(`takes at most ${length} characters`);
  if (!isStorable(value)) throw problem('takes only whole Unicode characters, without U+0000');
  return value;
}

/** Whether a parameter names nothing. */
export const isNothing = (value: unknown) => value === undefined || value === null || value === '' || value === 'nil';

/** A rule that the parameters break; actions.ts puts the action's name before it. */
export const problem = (rule: string) => invalidField('actions', rule);
