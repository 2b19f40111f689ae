import { Dialog } from '../../kit/controls/dialog.tsx';
import { fitting } from '../../kit/fitting.ts';
import { useId, useSignal } from '../../kit/view.ts';
import type { Console } from '../console.ts';
import { useDesk } from '../desk.ts';
import type { TextKey } from '../locales.ts';
import { Chooser } from '../shell/chooser.tsx';
import { Dot } from '../views/list/marks.tsx';
import { applyChange, type Picker, type PickerKind } from './commands.ts';
import { type Option, optionsOf } from './pickers.ts';

const TITLES: Record<PickerKind, TextKey> = {
  assign: 'assign',
  team: 'team',
  label: 'label',
  status: 'status',
  snooze: 'snooze',
  until: 'snoozeUntil',
  priority: 'priority',
};

/** Asks for what a command needs: the assignee, the label, or the time of a snooze. */
export function PickerDialog({ console, picker }: { console: Console; picker: Picker }) {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const close = () => (commands.picker.value = null);
  const title = t(TITLES[picker.kind]);
  const isToggled = picker.kind === 'label' && picker.subject.is === 'one';
  // What is known of the conversation is followed, so that what was chosen is marked.
  if (picker.subject.is === 'one') void console.store.conversations.get(picker.subject.id).value;
  if (picker.kind === 'until') return <UntilDialog console={console} picker={picker} onClose={close} />;

  function choose({ change }: Option) {
    if (change === 'date') commands.picker.value = { ...picker, kind: 'until' };
    else applyChange(commands, console, picker.subject, change);
  }

  const options = optionsOf(picker, console, i18n);
  return (
    <Chooser
      title={title}
      label={title}
      listLabel={t('choices')}
      noneText={t('nothingFits')}
      onClose={close}
      find={(typed) =>
        fitting(options, typed, ({ name }) => name).map((option) => ({
          key: option.name,
          name: option.name,
          isChosen: option.isChosen,
          mark: option.colour === undefined ? null : <Dot colour={option.colour} />,
          isOpenAfter: isToggled || option.change === 'date',
          onChoose: () => choose(option),
        }))
      }
    />
  );
}

/** Asks until when the conversations are snoozed. */
function UntilDialog({ console, picker, onClose }: { console: Console; picker: Picker; onClose: () => void }) {
  const { i18n, commands } = useDesk();
  const { t } = i18n;
  const id = useId();
  const value = useSignal(localText(new Date(Date.now() + DAY_MS)));
  const problem = useSignal('');

  function snooze() {
    const until = new Date(value.peek());
    if (Number.isNaN(until.getTime()) || until.getTime() <= Date.now()) {
      problem.value = t('untilPast');
      return;
    }
    onClose();
    applyChange(commands, console, picker.subject, { is: 'status', status: 'snoozed', until: until.toISOString() });
  }

  return (
    <Dialog title={t('snoozeUntil')} closeLabel={t('close')} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          snooze();
        }}
      >
        <div class="field">
          <label for={id}>{t('dateAndTime')}</label>
          <input
            id={id}
            type="datetime-local"
            required
            aria-invalid={problem.value ? true : undefined}
            aria-describedby={`${id}-about`}
            value={value.value}
            onInput={(event) => (value.value = event.currentTarget.value)}
          />
          <p id={`${id}-about`} class="field-problem" role="alert">
            {problem.value}
          </p>
        </div>
        <div class="dialog-buttons">
          <button type="submit" class="primary">
            {t('snooze')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

/** As fields for dates with times have it, in the user's zone. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
