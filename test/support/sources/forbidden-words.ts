/** Something that the project does not write. */
export type Forbidden = {
  /** Looked for in every line, in which "theRow" is also "the Row". */
  pattern: RegExp;
  /** What is wrong with it, or what to write. */
  reason: string;
  /** Lines in which it is right. */
  allowed?: RegExp;
};

const METAPHOR = 'a private metaphor: name the thing itself';
const ARCHAIC = 'out of date: "who", "anyone who", "no one", "must be"';
const CITED = 'not in this repository: name the standard, or say the rule';
const RENAMED = 'a name that had to be explained; it has a better one now';

export const FORBIDDEN: readonly Forbidden[] = [
  { pattern: /\bhouses?\b/i, reason: METAPHOR },
  {
    pattern: /\brooms?\b/i,
    reason: `${METAPHOR} (space on a disk may be called room, and RoomChannel is a name of the protocol)`,
    allowed: /\b(no|is|make|more|has|for) room\b|\broom (for|on|at all)\b|\bRoomChannel\b/i,
  },
  { pattern: /\bdoors?\b/i, reason: METAPHOR },
  { pattern: /\bstrangers?\b/i, reason: `${METAPHOR}: a user of another account, anyone` },
  { pattern: /\bhomeless\b/i, reason: METAPHOR },
  { pattern: /\b(im)?patient\b/i, reason: METAPHOR },
  { pattern: /\bpatience\b/i, reason: METAPHOR, allowed: /Thank you for your patience/ },

  { pattern: /\bwho(m)?ever\b/i, reason: ARCHAIC },
  { pattern: /\bwhom\b/i, reason: ARCHAIC },
  { pattern: /\bnobody['’]?s\b/i, reason: ARCHAIC },
  { pattern: /\b(is|are) to be\b/i, reason: ARCHAIC, allowed: /no job .* is to be done/ },

  { pattern: /\bupstream\b/i, reason: 'it is called Chatwoot' },
  { pattern: /\b(spec|contract|findings|architecture|style|web-plan)\.md\b/i, reason: CITED },
  { pattern: /\bissues? #?\d+\b|\(#\d+\)/i, reason: CITED },
  { pattern: /What is told of each thing/, reason: 'not a sentence that is understood at once' },

  ...[
    /\bhot\(/,
    /\bHoles?\b/,
    /\btheRow\b/,
    /\bTURNS\b/,
    /\bbeginningsOf\b/,
    /\bisKnowing\b/,
    /\bholdIfHomeless\b/,
    /\binboxesInUse\b/,
    /\bnotePause\b/,
    /\barrive\(/,
    /\brefuseUnfit\b/,
    /\bfindHolder\b/,
    /\bdroppedFiles\b/,
  ].map((pattern) => ({ pattern, reason: RENAMED })),
];

/** What the line has that is forbidden. */
export function forbiddenIn(line: string): Forbidden[] {
  const text = `${line} ${line.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')}`;
  return FORBIDDEN.filter(({ pattern, allowed }) => pattern.test(text) && !allowed?.test(text));
}
