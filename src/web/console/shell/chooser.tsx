import type { ComponentChildren } from 'preact';
import { Dialog } from '../../kit/controls/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useEffect, useId, useRef, useSignal } from '../../kit/view.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';

/** Something to choose. */
export type Choosable = {
  /** Names it among all. */
  key: string;
  name: string;
  /** Beside the name: where it belongs, or what it is. */
  about?: string | undefined;
  mark?: ComponentChildren;
  /** The keys that do the same, one after the other. */
  keys?: readonly string[] | undefined;
  isChosen?: boolean | undefined;
  /** Whether choosing it leaves the dialog open. */
  isOpenAfter?: boolean;
  /** Whether it is offered for every text, so that nothing fits where there is only this. */
  isForAll?: boolean;
  onChoose: () => void;
};

export type ChooserProps = {
  title: string;
  /** The name of the field, and what stands in it as long as it is empty. */
  label: string;
  /** The name of the list. */
  listLabel: string;
  /** What fits the text that is typed. */
  find: (typed: string) => readonly Choosable[];
  /** Told of each text that is typed. */
  onType?: (typed: string) => void;
  /** Said where nothing fits. */
  noneText: string;
  onClose: () => void;
};

const CHECK = 'M5 12.5l4.5 4.5L19 7.5';

/** A dialog with a field and what fits the text in it: arrows move, Enter chooses. */
export function Chooser(props: ChooserProps) {
  const { title, label, listLabel, find, onType, noneText, onClose } = props;
  const { t } = useDesk().i18n;
  const typed = useSignal('');
  const at = useSignal(0);
  const field = useRef<HTMLInputElement>();
  const list = useRef<HTMLUListElement>();
  const id = useId();
  const found = find(typed.value);
  const now = found[Math.min(at.value, found.length - 1)];
  const idOf = ({ key }: Choosable) => `${id}-${key}`;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [now?.key]);

  function choose(one: Choosable | undefined) {
    if (!one) return;
    if (!one.isOpenAfter) onClose();
    one.onChoose();
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) choose(now);
    else at.value = (Math.min(at.value, found.length - 1) + step + found.length) % Math.max(1, found.length);
  }

  return (
    <Dialog title={title} closeLabel={t('close')} onClose={onClose} isTitleHidden class="palette">
      <div class="palette-field">
        <Icon outline={ICONS.search} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={now && idOf(now)}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            at.value = 0;
            onType?.(typed.value);
          }}
          onKeyDown={press}
        />
      </div>
      <ul ref={list} id={id} role="listbox" aria-label={listLabel}>
        {found.map((one) => (
          <li
            key={one.key}
            id={idOf(one)}
            role="option"
            aria-selected={one === now}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            {one.mark}
            <span class="palette-name">{one.name}</span>
            {one.isChosen && (
              <>
                <Icon outline={CHECK} />
                <span class="unseen">{t('isSet')}</span>
              </>
            )}
            {one.about && <span class="palette-kind">{one.about}</span>}
            {one.keys && (
              <span class="palette-keys">
                {one.keys.map((key) => (
                  <kbd>{key}</kbd>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" class="palette-none">
        {found.every(({ isForAll }) => isForAll) && noneText}
      </p>
    </Dialog>
  );
}
