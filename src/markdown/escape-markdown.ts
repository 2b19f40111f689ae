/** The plain text as Markdown that means nothing else: all that could be a mark is escaped. */
export const escapeMarkdown = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
