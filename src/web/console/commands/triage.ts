import type { ConversationsAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import type { Desk } from '../desk.ts';
import type { Mode } from '../store/drafts.ts';
import { markUnread, setMuted } from '../sync/intents.ts';
import { applyChange, type PickerKind, recordsOf, oneNow, type Subject, subjectNow } from './commands.ts';
import { type LetterCommand, LETTERS } from './keys.ts';

type Triage = { desk: Pick<Desk, 'commands' | 'place'>; console: Console; address: ConversationsAddress };

/** What each command does with the subject. */
export function runCommand({ desk, console, address }: Triage, name: LetterCommand, subject: Subject): void {
  const { commands, place } = desk;
  switch (name) {
    case 'reply':
    case 'note':
      return write(name);
    case 'resolve': {
      const records = recordsOf(subject, console);
      const areResolved = records.length > 0 && records.every(({ status }) => status === 'resolved');
      const status = areResolved ? 'open' : 'resolved';
      return applyChange(commands, console, subject, { is: 'status', status, until: null });
    }
    case 'mute':
    case 'markUnread':
      for (const { id, isMuted } of recordsOf(subject, console)) {
        console.act(id, name === 'mute' ? setMuted(id, !isMuted) : markUnread(id));
      }
      return;
    case 'select':
      if (subject.is === 'one') commands.toggle(subject.id);
      return;
    default:
      return pick(name);
  }

  function pick(kind: PickerKind) {
    commands.picker.value = { kind, subject };
  }

  function write(mode: Mode) {
    if (subject.is !== 'one') return;
    const { message: _, ...view } = address;
    if (address.conversation !== subject.id) place.go({ ...view, conversation: subject.id });
    commands.writing.value = { conversation: subject.id, mode };
  }
}

/** The letters of a view of conversations, and of the one that is open. */
export function triageLetters(triage: Triage): Record<string, () => void> {
  const { desk, console, address } = triage;
  const { commands } = desk;
  const letters = Object.entries(LETTERS).map(([name, letter]) => {
    const run = () => {
      const command = name as LetterCommand;
      const subject = command === 'select' ? oneNow(address) : subjectNow(commands, console, address);
      if (subject) runCommand(triage, command, subject);
    };
    return [letter, run] as const;
  });
  return Object.fromEntries(letters);
}
