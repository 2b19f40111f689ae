import type { FixedView, MainLink } from '../shell/sidebar.ts';
import type { TextKey } from '../locales.ts';

/** Where two letters lead. */
export const PLACES: readonly { keys: string; to: FixedView | Exclude<MainLink, 'conversations'> }[] = [
  { keys: 'g m', to: 'mine' },
  { keys: 'g u', to: 'unassigned' },
  { keys: 'g a', to: 'all' },
  { keys: 'g e', to: 'mentions' },
  { keys: 'g p', to: 'participating' },
  { keys: 'g t', to: 'unattended' },
  { keys: 'g c', to: 'contacts' },
  { keys: 'g r', to: 'reports' },
  { keys: 'g h', to: 'helpCentre' },
  { keys: 'g s', to: 'settings' },
];

/** What a letter does with a conversation, or with all that are selected. */
export const LETTERS = {
  reply: 'r',
  note: 'n',
  assign: 'a',
  team: 't',
  label: 'l',
  priority: 'p',
  snooze: 's',
  resolve: 'e',
  mute: 'm',
  markUnread: 'u',
  select: 'x',
} as const;
export type LetterCommand = keyof typeof LETTERS;

/** The names of what letters do, in the list of keys. */
export const LETTER_NAMES: Record<LetterCommand, TextKey> = {
  reply: 'reply',
  note: 'privateNote',
  assign: 'assign',
  team: 'team',
  label: 'label',
  priority: 'priority',
  snooze: 'snooze',
  resolve: 'keyResolve',
  mute: 'keyMute',
  markUnread: 'markUnread',
  select: 'keySelect',
};

/** As keys are shown: one after the other. */
export const shown = (keys: string): string[] => keys.split(' ').map((key) => key.toUpperCase());
