import { flag, named, text } from '../../wire/shape.ts';

/** Without a `message` where there is no draft. */
export const draftMessageShape = named('DraftMessage', { has_draft: flag }, { message: text });
