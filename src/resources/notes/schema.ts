import { object, requiredText } from '../../fields.ts';

const CONTENT_LENGTH = 20_000;

export const createNoteBody = object({ content: requiredText(CONTENT_LENGTH) });
export const updateNoteBody = object({ content: requiredText(CONTENT_LENGTH).optional() });
