import type { I18n } from '../../kit/i18n.ts';
import type { Console } from '../console.ts';
import type { TextKey } from '../locales.ts';
import { PRIORITIES } from '../store/wire.ts';
import { snoozeTimes } from '../views/thread/snooze-times.ts';
import type { Change } from './changes.ts';
import { type Picker, recordsOf } from './commands.ts';

/** A choice of a picker. */
export type Option = {
  name: string;
  /** Whether all conversations of the subject have it. */
  isChosen: boolean;
  /** A CSS colour, for a label. */
  colour?: string;
  /** What choosing it does; `date` = a time is asked for. */
  change: Change | 'date';
};

const STATUSES = ['open', 'pending', 'resolved'] as const;

/** What can be chosen for the subject of a command. */
export function optionsOf({ kind, subject }: Picker, console: Console, i18n: I18n<TextKey>): Option[] {
  const { t } = i18n;
  const { user, members, teams, labels } = console.start.value;
  const records = recordsOf(subject, console);
  const all = (fits: (record: (typeof records)[number]) => boolean) => records.length > 0 && records.every(fits);
  switch (kind) {
    case 'assign': {
      const people = members.map(({ id, name, available_name: shown = name }) => ({ id, name: shown }));
      const own = people.filter(({ id }) => id === user.id);
      const others = people.filter(({ id }) => id !== user.id);
      return [
        ...own.map(({ id, name }) => ({ id, name, label: t('assignToMe', { name }) })),
        ...others.map(({ id, name }) => ({ id, name, label: name })),
        null,
      ].map((one) => ({
        name: one?.label ?? t('nobody'),
        isChosen: all(({ assignee }) =>
          one ? assignee?.type === 'User' && assignee.id === one.id : assignee === null,
        ),
        change: { is: 'assignee', assignee: one && { type: 'User', id: one.id, name: one.name } },
      }));
    }
    case 'team':
      return [...teams, null].map((team) => ({
        name: team?.name ?? t('noTeam'),
        isChosen: all(({ teamId }) => teamId === (team?.id ?? null)),
        change: { is: 'team', id: team?.id ?? null },
      }));
    case 'priority':
      return [...PRIORITIES, null].map((priority) => ({
        name: t(priority === null ? 'noPriority' : priority),
        isChosen: all((record) => record.priority === priority),
        change: { is: 'priority', priority },
      }));
    case 'label': {
      // Many conversations may have a label in part: then it can be added to all, or taken from all.
      const had = (title: string) => records.some((record) => record.labels.includes(title)) || subject.is === 'all';
      const adding = labels.map(({ title, color }): Option => {
        const isChosen = all((record) => record.labels.includes(title));
        const isToggled = subject.is === 'one' && isChosen;
        return { name: title, colour: color, isChosen, change: { is: 'label', title, isAdded: !isToggled } };
      });
      if (subject.is === 'one') return adding;
      const removing = labels
        .filter(({ title }) => had(title))
        .map(({ title, color }): Option => ({
          name: t('removeLabel', { title }),
          colour: color,
          isChosen: false,
          change: { is: 'label', title, isAdded: false },
        }));
      return [...adding, ...removing];
    }
    case 'status':
      return [
        ...STATUSES.map((status): Option => ({
          name: t(status),
          isChosen: all((record) => record.status === status),
          change: { is: 'status', status, until: null },
        })),
        ...snoozes(i18n).map((option) => ({ ...option, name: t('snoozeOf', { until: option.name }) })),
      ];
    case 'snooze':
      return snoozes(i18n);
    case 'until':
      return [];
  }
}

function snoozes({ t, day, time }: I18n<TextKey>): Option[] {
  return [
    ...snoozeTimes(new Date()).map(({ name, at }): Option => ({
      name: `${t(name)} · ${day(at)}, ${time(at)}`,
      isChosen: false,
      change: { is: 'status', status: 'snoozed', until: at.toISOString() },
    })),
    { name: t('untilReply'), isChosen: false, change: { is: 'status', status: 'snoozed', until: null } },
    { name: t('untilDate'), isChosen: false, change: 'date' },
  ];
}
