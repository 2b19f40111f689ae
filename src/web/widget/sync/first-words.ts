/** What the page says of a conversation before there is one; it goes with the first message. */
export type FirstWords = { custom_attributes?: Record<string, unknown>; labels?: string[] };

/** What is said now, which is another object after each change, and what the message took that is on its way. */
export type FirstWordsBox = { current: FirstWords; taken?: FirstWords };

/** The words for a message, which may begin the conversation. */
export const takeWords = (box: FirstWordsBox): FirstWords => (box.taken = box.current);

/** The server has the message; what was said after it is left. */
export function forgetTaken(box: FirstWordsBox): void {
  if (box.current === box.taken) box.current = {};
}
