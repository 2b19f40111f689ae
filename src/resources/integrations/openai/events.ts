/** The ways to rewrite a draft. */
const REWRITINGS = [
  'rephrase',
  'fix_spelling_grammar',
  'shorten',
  'expand',
  'make_friendly',
  'make_formal',
  'simplify',
] as const;

/** The questions about a conversation. */
export const READINGS = ['summarize', 'reply_suggestion', 'label_suggestion'] as const;

/** What can be asked of OpenAI. */
export const OPENAI_EVENTS = [...REWRITINGS, ...READINGS] as const;

export type Rewriting = (typeof REWRITINGS)[number];
export type Reading = (typeof READINGS)[number];

export const isRewriting = (name: Rewriting | Reading): name is Rewriting =>
  (REWRITINGS as readonly string[]).includes(name);
