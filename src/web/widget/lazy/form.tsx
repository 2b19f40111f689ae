import { useSignal } from '../../kit/view.ts';
import type { Item } from '../store/wire.ts';
import { attempt } from '../views/attempt.ts';
import type { PartProps } from '../views/content.tsx';
import { useUi } from '../views/ui.ts';
import { Fields } from './field.tsx';
import { problemsIn, type Question, questionType, showProblem } from './question.ts';

/** A form that the team sent; once it was answered, the answers. */
export function Form({ message: { id, attributes } }: PartProps) {
  const ui = useUi();
  const { widget, i18n } = ui;
  const { items = [] } = attributes;
  const questions = items.map(asQuestion);
  const answers = useSignal(Object.fromEntries(items.map((item) => [item.name ?? '', item.default ?? ''])));
  const problems = useSignal<Record<string, string>>({});
  const isSending = useSignal(false);
  const submitted = attributes.submitted_values as { name: string; value: string }[] | undefined;

  if (submitted?.length) {
    return (
      <dl class="answers">
        {submitted.map(({ name, value }) => (
          <div key={name}>
            <dt>{questions.find((question) => question.name === name)?.label ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  }

  async function send(event: Event) {
    event.preventDefault();
    problems.value = problemsIn(questions, answers.peek(), i18n);
    if (showProblem(event, problems.peek()) || id === null || isSending.peek()) return;
    isSending.value = true;
    const submitted_values = questions.map(({ name }) => ({ name, value: answers.peek()[name] ?? '' }));
    await attempt(ui, () => widget.submit(id, { message: { submitted_values } }));
    isSending.value = false;
  }

  return (
    <form noValidate class="part" onSubmit={(event) => void send(event)}>
      <Fields questions={questions} answers={answers} problems={problems} />
      <button type="submit" class="primary" disabled={isSending.value}>
        {attributes.button_label || i18n.t('submit')}
      </button>
    </form>
  );
}

function asQuestion(item: Item): Question {
  const { name = '', options = [] } = item;
  return {
    name,
    label: item.label || name,
    type: questionType(item.type ?? 'text'),
    placeholder: item.placeholder ?? '',
    isRequired: item.required ?? false,
    choices: options.map(({ value, label, title }) => ({ value, title: label || title || value })),
    // Of the whole answer, as that of an input element.
    pattern: item.pattern ? `^(?:${item.pattern})$` : (item.regex ?? null),
    cue: item.pattern_error || item.title || null,
  };
}
