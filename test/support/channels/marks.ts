import type { Taken } from './channel.ts';

let last = 0;

/** A mark that no other message has, and that is in no other mark. */
export const nextMark = () => `q${(last += 1)}z`;

/** The marks of the messages that a request is of. */
export const marksIn = ({ sent }: Taken): string[] => [...new Set(JSON.stringify(sent).match(/q\d+z/g) ?? [])];
