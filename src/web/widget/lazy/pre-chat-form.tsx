import { useEffect, useSignal } from '../../kit/view.ts';
import { Markdown } from '../../kit/markdown.tsx';
import type { PreChatField } from '../store/channel.ts';
import { formFields } from '../store/pre-chat.ts';
import { attempt } from '../views/attempt.ts';
import { begin } from '../views/begin.ts';
import { type Ui, useUi } from '../views/ui.ts';
import { Fields } from './field.tsx';
import { problemsIn, type Question, questionType, type QuestionType, showProblem } from './question.ts';
import { sortAnswers, STANDARD } from './sort-answers.ts';

/** The message is asked for like the rest. */
const MESSAGE = 'message';
const TYPES: Record<string, QuestionType> = { list: 'select', link: 'url', currency: 'number', percent: 'number' };
const STANDARD_TYPES = { name: 'text', email: 'email', phone_number: 'tel' } as const;
const STANDARD_LABELS = { name: 'name', email: 'email', phone_number: 'phone' } as const;

/** What the inbox asks for before the first message. What is typed stays when it cannot be sent. */
export function PreChatForm() {
  const ui = useUi();
  const { widget, i18n, go } = ui;
  const answers = useSignal<Record<string, string>>({});
  const problems = useSignal<Record<string, string>>({});
  const isSending = useSignal(false);
  const fields = formFields(widget.state);
  const isCampaign = widget.state.campaign.value !== null;
  const questions = fields.map((field) => asQuestion(field, ui));
  if (!isCampaign) questions.push(messageQuestion(ui));

  // What sends the form, before there is anything in it that could be lost.
  useEffect(() => void widget.extras(), []);

  async function send(event: Event) {
    event.preventDefault();
    problems.value = problemsIn(questions, answers.peek(), i18n);
    if (showProblem(event, problems.peek()) || isSending.peek()) return;
    isSending.value = true;
    const given = sortAnswers(fields, answers.peek());
    const content = answers.peek()[MESSAGE] ?? '';
    const isSent = await attempt(ui, () => begin(ui, given, content));
    isSending.value = false;
    if (isSent) go('/messages');
  }

  return (
    <main class="pre-chat">
      <Markdown text={widget.state.channel.value.pre_chat_form_options?.pre_chat_message ?? ''} />
      <form noValidate onSubmit={(event) => void send(event)}>
        <Fields questions={questions} answers={answers} problems={problems} />
        <button type="submit" class="primary" disabled={isSending.value}>
          {i18n.t('start')}
        </button>
      </form>
    </main>
  );
}

function asQuestion(field: PreChatField, { i18n }: Ui): Question {
  const standard = STANDARD[field.name];
  return {
    name: field.name,
    label: field.label || (standard ? i18n.t(STANDARD_LABELS[standard]) : field.name),
    type: standard ? STANDARD_TYPES[standard] : (TYPES[field.type] ?? questionType(field.type)),
    placeholder: field.placeholder ?? '',
    isRequired: field.required ?? false,
    choices: (field.values ?? []).map((value) => ({ value, title: value })),
    pattern: field.regex_pattern ?? null,
    cue: field.regex_cue ?? null,
  };
}

function messageQuestion({ i18n }: Ui): Question {
  const words = { label: i18n.t('message'), placeholder: i18n.t('write') };
  return { ...words, name: MESSAGE, type: 'text_area', isRequired: true, choices: [], pattern: null, cue: null };
}
