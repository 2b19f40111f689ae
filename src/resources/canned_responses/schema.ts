import { object, requiredText, text } from '../../fields.ts';

const CONTENT_LENGTH = 20_000;

export const listCannedResponsesQuery = object({ search: text() });

export const createCannedResponseBody = object({
  short_code: requiredText(),
  content: requiredText(CONTENT_LENGTH),
});

export const updateCannedResponseBody = object({
  short_code: requiredText().optional(),
  content: requiredText(CONTENT_LENGTH).optional(),
});
