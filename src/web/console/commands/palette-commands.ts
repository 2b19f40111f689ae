import type { I18n } from '../../kit/i18n.ts';
import type { ConversationsAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import type { Desk } from '../desk.ts';
import type { TextKey } from '../locales.ts';
import { macrosOf, runMacro } from './macros.ts';
import type { Conversation } from '../store/conversation.ts';
import { nameOf } from '../views/list/contact-name.ts';
import { applyChange, type PickerKind, recordsOf, type Subject } from './commands.ts';
import { LETTER_NAMES, LETTERS, type LetterCommand, shown } from './keys.ts';
import { optionsOf } from './pickers.ts';
import { runCommand } from './triage.ts';

/** A command of the palette. */
export type PaletteCommand = {
  key: string;
  name: string;
  /** Which conversations it is about. */
  about: string;
  keys?: readonly string[];
  run: () => void;
};

const LISTED: readonly LetterCommand[] = [
  'reply',
  'note',
  'assign',
  'team',
  'label',
  'priority',
  'snooze',
  'resolve',
  'mute',
  'markUnread',
];
const OF_ONE: readonly LetterCommand[] = ['reply', 'note'];
const WITH_CHOICES = ['assign', 'team', 'label', 'priority', 'snooze'] as const satisfies readonly PickerKind[];

type Asked = { desk: Desk; console: Console; address: ConversationsAddress; subject: Subject };

/** What can be done with the subject: each command with its key, and each of the choices that a command asks for. */
export function paletteCommands(asked: Asked): PaletteCommand[] {
  const { desk, console, subject } = asked;
  const { i18n, commands } = desk;
  const { t } = i18n;
  const about = aboutOf(subject, console, i18n);
  const letters = LISTED.filter((name) => isUsable(name, subject)).map((name) => ({
    key: `command ${name}`,
    name: t(nameNow(name, recordsOf(subject, console))),
    about,
    keys: shown(LETTERS[name]),
    run: () => runCommand(asked, name, subject),
  }));
  const choices = WITH_CHOICES.flatMap((kind) =>
    optionsOf({ kind, subject }, console, i18n).map(({ name: choice, change }) => ({
      key: `choice ${kind} ${choice}`,
      name: t('commandOf', { command: t(LETTER_NAMES[kind]), choice }),
      about,
      run: () => {
        if (change === 'date') commands.picker.value = { kind: 'until', subject };
        else applyChange(commands, console, subject, change);
      },
    })),
  );
  const ids = subject.is === 'one' ? [subject.id] : subject.is === 'selected' ? subject.ids : [];
  const macros = ids.length === 0 ? [] : macrosOf(console).value;
  const running = macros.map((macro) => ({
    key: `macro ${macro.id}`,
    name: t('commandOf', { command: t('macro'), choice: macro.name }),
    about,
    run() {
      if (subject.is === 'selected') commands.clear();
      void runMacro(desk, console, macro, ids);
    },
  }));
  return [...letters, ...choices, ...running];
}

/** Commands that are sent for each conversation by itself: those that are not loaded cannot be reached. */
const OF_LOADED: readonly LetterCommand[] = ['mute', 'markUnread'];

function isUsable(name: LetterCommand, { is }: Subject): boolean {
  return is === 'one' || !(OF_ONE.includes(name) || (is === 'all' && OF_LOADED.includes(name)));
}

/** What the command would do now, where it does one thing or the opposite. */
function nameNow(name: LetterCommand, records: readonly Conversation[]): TextKey {
  const are = (fits: (record: Conversation) => boolean) => records.length > 0 && records.every(fits);
  if (name === 'resolve') return are(({ status }) => status === 'resolved') ? 'reopen' : 'resolve';
  if (name === 'mute') return are(({ isMuted }) => isMuted) ? 'unmute' : 'mute';
  return LETTER_NAMES[name];
}

function aboutOf(subject: Subject, console: Console, { t }: I18n<TextKey>): string {
  if (subject.is !== 'one') return t('selectedCount', { n: subject.is === 'all' ? subject.count : subject.ids.length });
  const [record] = recordsOf(subject, console);
  return record ? nameOf(console.store.contacts.peek(record.contactId), t) : '';
}
