import { batch, type Signal, signal } from '../../kit/signals.ts';
import type { ConversationsAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import type { Conversation } from '../store/conversation.ts';
import type { Mode } from '../store/drafts.ts';
import type { List } from '../store/list.ts';
import { type Match, matchOf } from '../views/filter/place-conditions.ts';
import { type Change, intentOf } from './changes.ts';
import { type Job, runBulk } from './run-bulk.ts';

/** The conversations that a command is about. */
export type Subject =
  | { is: 'one'; id: number }
  | { is: 'selected'; ids: readonly number[] }
  /** All that a list has on the server. */
  | { is: 'all'; match: Match; count: number };

/** `until` asks for the time of a snooze. */
export type PickerKind = 'assign' | 'team' | 'label' | 'status' | 'snooze' | 'until' | 'priority';

/** The choice that a command asks for. */
export type Picker = { kind: PickerKind; subject: Subject };

/** What is shared by what gives commands: the list, keys, the palette, and the toolbar of what is selected. */
export type Commands = {
  /** The list that is shown; null = none is. */
  list: Signal<List | null>;
  /** Numbers of conversations; those that are not in the list do not count. */
  selected: Signal<ReadonlySet<number>>;
  /** Whether all that the list has on the server are selected. */
  isAll: Signal<boolean>;
  picker: Signal<Picker | null>;
  /** The conversation in which the user wants to write, until its composer has the focus. */
  writing: Signal<{ conversation: number; mode: Mode } | null>;
  /** The last change of many conversations. */
  job: Signal<Job | null>;
  toggle: (id: number) => void;
  clear: () => void;
  /** Forgets what was begun, since another account is shown. */
  forget: () => void;
  /** The selected conversations in the order of the list. */
  selectedIds: () => number[];
};

export function createCommands(): Commands {
  const list = signal<List | null>(null);
  const selected = signal<ReadonlySet<number>>(new Set());
  const isAll = signal(false);
  const picker = signal<Picker | null>(null);
  const writing = signal<{ conversation: number; mode: Mode } | null>(null);
  const job = signal<Job | null>(null);
  return {
    list,
    selected,
    isAll,
    picker,
    writing,
    job,
    forget() {
      picker.value = null;
      writing.value = null;
      job.value = null;
    },
    toggle(id) {
      const next = new Set(selected.peek());
      if (!next.delete(id)) next.add(id);
      batch(() => {
        selected.value = next;
        isAll.value = false;
      });
    },
    clear() {
      if (selected.peek().size === 0) return;
      batch(() => {
        selected.value = new Set();
        isAll.value = false;
      });
    },
    selectedIds: () => list.value?.rows.value.filter((id) => selected.value.has(id)) ?? [],
  };
}

/** The selected conversations; null = none are. */
export function subjectOfSelection(commands: Commands, console: Console): Subject | null {
  const ids = commands.selectedIds();
  const shown = commands.list.peek();
  if (ids.length === 0 || !shown) return null;
  if (!commands.isAll.peek()) return { is: 'selected', ids };
  const match = matchOf(shown.query, console.start.peek().user.id);
  return { is: 'all', match, count: Math.max(ids.length, shown.count.peek() ?? 0) };
}

/** What a command is about now: what is selected, else the row with the focus, else the open conversation; null = nothing. */
export function subjectNow(commands: Commands, console: Console, address: ConversationsAddress): Subject | null {
  return subjectOfSelection(commands, console) ?? oneNow(address);
}

/** The row with the focus, else the open conversation. */
export function oneNow({ conversation }: ConversationsAddress): Subject | null {
  const id = focusedId() ?? conversation;
  return id === undefined ? null : { is: 'one', id };
}

/** The number of the conversation whose row has the focus. */
export function focusedId(): number | undefined {
  const id = document.activeElement
    ?.closest('.row')
    ?.querySelector('[data-conversation]')
    ?.getAttribute('data-conversation');
  return id ? Number(id) : undefined;
}

/** The conversations of the subject that are known. */
export function recordsOf(subject: Subject, { store }: Console): Conversation[] {
  if (subject.is === 'all') return [];
  const ids = subject.is === 'one' ? [subject.id] : subject.ids;
  return ids.flatMap((id) => store.conversations.peek(id) ?? []);
}

/** Makes the change: of one conversation at once, of many by one job of the server. */
export function applyChange(commands: Commands, console: Console, subject: Subject, change: Change): void {
  if (subject.is !== 'one') {
    const records = recordsOf(subject, console);
    commands.clear();
    void runBulk(console, commands.job, subject, change, records);
    return;
  }
  const record = console.store.conversations.peek(subject.id);
  if (record) console.act(subject.id, intentOf(record, change));
}
