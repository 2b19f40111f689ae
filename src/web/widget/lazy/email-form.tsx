import { useSignal } from '../../kit/view.ts';
import { attempt } from '../views/attempt.ts';
import type { PartProps } from '../views/content.tsx';
import { useUi } from '../views/ui.ts';
import { Fields } from './field.tsx';
import { problemsIn, type Question, showProblem } from './question.ts';

const QUESTION: Omit<Question, 'label'> = {
  name: 'email',
  type: 'email',
  placeholder: 'name@example.com',
  isRequired: true,
  choices: [],
  pattern: null,
  cue: null,
};

/** Asks where an answer can be sent to. */
export function EmailForm({ message: { id, attributes } }: PartProps) {
  const ui = useUi();
  const { widget, i18n } = ui;
  const answers = useSignal<Record<string, string>>({});
  const problems = useSignal<Record<string, string>>({});
  const isSending = useSignal(false);
  const questions = [{ ...QUESTION, label: i18n.t('email') }];

  if (attributes.submitted_email) return <p class="answers">{attributes.submitted_email}</p>;

  async function send(event: Event) {
    event.preventDefault();
    problems.value = problemsIn(questions, answers.peek(), i18n);
    if (showProblem(event, problems.peek()) || id === null || isSending.peek()) return;
    isSending.value = true;
    const email = answers.peek()['email']?.trim();
    await attempt(ui, () => widget.submit(id, { contact: { email } }));
    isSending.value = false;
  }

  return (
    <form noValidate class="part" onSubmit={(event) => void send(event)}>
      <Fields questions={questions} answers={answers} problems={problems} />
      <button type="submit" class="primary" disabled={isSending.value}>
        {i18n.t('submit')}
      </button>
    </form>
  );
}
