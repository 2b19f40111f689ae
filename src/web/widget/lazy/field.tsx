import type { Signal } from '../../kit/signals.ts';
import { useId } from '../../kit/view.ts';
import { useUi } from '../views/ui.ts';
import type { Question } from './question.ts';

export type FieldProps = {
  question: Question;
  answer: string;
  /** What is wrong with the answer, in words. */
  problem: string | undefined;
  change: (answer: string) => void;
};

/** One question of a form, of any kind. */
export function Field({ question, answer, problem, change }: FieldProps) {
  const { i18n } = useUi();
  const id = useId();
  const { label, type, placeholder, isRequired, choices } = question;
  const shared = {
    id,
    name: question.name,
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
  };
  const take = ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value);

  return (
    <div class={`field is-${type}`}>
      <label for={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {type === 'checkbox' ? (
        <input
          {...shared}
          type="checkbox"
          checked={answer === 'true'}
          onChange={({ currentTarget }) => change(String(currentTarget.checked))}
        />
      ) : type === 'select' ? (
        <select {...shared} value={answer} onChange={take}>
          <option value="">{placeholder || i18n.t('choose')}</option>
          {choices.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : type === 'text_area' ? (
        <textarea {...shared} rows={3} placeholder={placeholder} value={answer} onInput={take} />
      ) : (
        <input {...shared} {...inputType(type)} placeholder={placeholder} value={answer} onInput={take} />
      )}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Preact's types want to know each type of an input by itself. */
const inputType = (type: string): object => ({ type });

export type FieldsProps = {
  questions: readonly Question[];
  answers: Signal<Record<string, string>>;
  problems: Signal<Record<string, string>>;
};

export function Fields({ questions, answers, problems }: FieldsProps) {
  return (
    <>
      {questions.map((question) => (
        <Field
          key={question.name}
          question={question}
          answer={answers.value[question.name] ?? ''}
          problem={problems.value[question.name]}
          change={(answer) => (answers.value = { ...answers.peek(), [question.name]: answer })}
        />
      ))}
    </>
  );
}
