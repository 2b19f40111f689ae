import type { ComponentChildren } from 'preact';
import { fitting } from '../fitting.ts';
import { Icon } from '../icon.tsx';
import { useEffect, useId, useRef, useSignal } from '../view.ts';
import { placeBeside } from './place-beside.ts';

export type Choice = {
  value: string;
  label: string;
  /** A picture or a dot before the label. */
  mark?: ComponentChildren;
};

export type ComboboxProps = {
  label: string;
  /** Whether the label is only heard, because the place of the field says it. */
  isLabelHidden?: boolean;
  choices: readonly Choice[];
  /** The values that are chosen: of a field for one of them, the first. */
  chosen: readonly string[];
  /** Whether several can be chosen: a choice then is added, or taken away. */
  isMultiple?: boolean;
  onChoose: (value: string) => void;
  /** Shown where nothing is chosen. */
  placeholder?: string;
  /** Said where nothing fits what is typed. */
  noneText: string;
};

const CHECK = 'M5 12.5l4.5 4.5L19 7.5';

/**
 * A field that chooses from many by what is typed of their names. It opens with a click, the arrow down or a letter; Enter chooses,
 * Escape and leaving the field close it as it was.
 */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, choices, chosen, isMultiple, onChoose, placeholder, noneText } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>();
  const list = useRef<HTMLDivElement>();
  const isOpen = useSignal(false);
  const typed = useSignal('');
  const at = useSignal(0);

  const shown = choices
    .filter((choice) => chosen.includes(choice.value))
    .map((choice) => choice.label)
    .join(', ');
  const found = isOpen.value ? fitting(choices, typed.value, ({ label }) => label) : [];
  const now = found[Math.min(at.value, found.length - 1)];
  const idOf = (choice: Choice) => `${id}-${choice.value}`;

  useEffect(() => {
    const { current } = list;
    if (!current || !field.current) return;
    current.togglePopover(isOpen.value);
    if (!isOpen.value) return;
    current.style.minWidth = `${field.current.offsetWidth}px`;
    placeBeside(current, field.current);
    if (now) document.getElementById(idOf(now))?.scrollIntoView({ block: 'nearest' });
  });

  function open() {
    if (isOpen.value) return;
    typed.value = '';
    const first = choices.findIndex((choice) => chosen.includes(choice.value));
    at.value = isMultiple ? 0 : Math.max(0, first);
    isOpen.value = true;
  }

  function choose(choice: Choice | undefined) {
    if (!choice) return;
    if (!isMultiple) isOpen.value = false;
    typed.value = '';
    onChoose(choice.value);
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen.value) {
      if (step === undefined) return;
      event.preventDefault();
      open();
      return;
    }
    if (step !== undefined) at.value = (at.value + step + found.length) % Math.max(1, found.length);
    else if (event.key === 'Enter') choose(now);
    else if (event.key === 'Escape') isOpen.value = false;
    else return;
    // Not the form is sent, nor the dialog closed, in which the field is.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="field combobox">
      <label for={id} class={isLabelHidden ? 'unseen' : ''}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={isOpen.value ? shown || placeholder : placeholder}
        aria-autocomplete="list"
        aria-expanded={isOpen.value}
        aria-controls={`${id}-list`}
        aria-activedescendant={now && idOf(now)}
        value={isOpen.value ? typed.value : shown}
        onClick={open}
        onInput={(event) => {
          const text = event.currentTarget.value;
          open();
          typed.value = text;
          at.value = 0;
        }}
        onKeyDown={press}
        onBlur={() => (isOpen.value = false)}
      />
      <div ref={list} class="menu" popover="manual" onMouseDown={(event) => event.preventDefault()}>
        <ul id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable={isMultiple}>
          {found.map((choice) => (
            <li
              key={choice.value}
              id={idOf(choice)}
              class={`menu-item ${choice === now ? 'is-now' : ''}`}
              role="option"
              aria-selected={chosen.includes(choice.value)}
              onClick={() => choose(choice)}
            >
              {choice.mark}
              <span class="menu-label">{choice.label}</span>
              {chosen.includes(choice.value) && <Icon outline={CHECK} />}
            </li>
          ))}
        </ul>
        <p role="status" class="menu-title">
          {isOpen.value && found.length === 0 && noneText}
        </p>
      </div>
    </div>
  );
}
