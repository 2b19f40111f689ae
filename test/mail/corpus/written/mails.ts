import { ANSWERS_ABOVE } from './answers-above.ts';
import { ANSWERS_BETWEEN } from './answers-between.ts';
import { FILES } from './files.ts';
import { FLOWED_MAILS } from './flowed.ts';
import { FORWARDS } from './forwards.ts';
import { HEADS } from './heads.ts';
import { MACHINES } from './machines.ts';
import { NEW_MAILS } from './new-mails.ts';
import type { Written } from './written.ts';

/** More than two hundred mails of people and machines, each with what must come of it. */
export const MAILS: readonly Written[] = [
  ...NEW_MAILS,
  ...ANSWERS_ABOVE,
  ...ANSWERS_BETWEEN,
  ...FORWARDS,
  ...FLOWED_MAILS,
  ...FILES,
  ...HEADS,
  ...MACHINES,
];
