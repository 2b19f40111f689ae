/** A translation that the user has asked for. */
export type Translated = { is: 'asking' } | { is: 'shown'; text: string } | { is: 'failed'; reason: string };
