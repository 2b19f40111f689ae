import type { RefObject } from 'preact';
import type { Signal } from '../signals.ts';
import { useId } from '../view.ts';

export type FieldProps = {
  label: string;
  value: Signal<string>;
  type?: 'text' | 'email' | 'password' | 'search';
  /** As HTML names it: `current-password`. */
  autocomplete?: string;
  inputMode?: 'text' | 'email' | 'numeric';
  /** Below the field, for what is asked. */
  hint?: string | undefined;
  /** Below the field, for what is wrong with it. */
  problem?: string | undefined;
  isRequired?: boolean;
  maxLength?: number;
  input?: RefObject<HTMLInputElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** A field of one line below its label. */
export function Field(props: FieldProps) {
  const { label, value, type = 'text', autocomplete, inputMode, hint, problem, isRequired, maxLength, input } = props;
  const id = useId();
  const about = `${id}-about`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input ?? null}
        type={type as 'text'}
        autocomplete={autocomplete ?? 'off'}
        inputMode={inputMode}
        maxLength={maxLength}
        required={isRequired}
        aria-describedby={problem || hint ? about : undefined}
        aria-invalid={problem ? true : undefined}
        value={value.value}
        spellcheck={false}
        autocapitalize={type === 'text' ? 'sentences' : 'none'}
        onInput={(event) => (value.value = event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
      />
      {(problem || hint) && (
        <p id={about} class={problem ? 'field-problem' : 'field-hint'}>
          {problem || hint}
        </p>
      )}
    </div>
  );
}

export type SelectProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** Whether the label is only heard, because the place of the field says it. */
  isLabelHidden?: boolean;
};

/** A choice of one of a few, as the platform shows it. */
export function Select({ label, value, options, onChange, isLabelHidden }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'unseen' : ''}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
