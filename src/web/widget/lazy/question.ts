import type { I18n } from '../../kit/i18n.ts';
import type { TextKey } from '../locales.ts';

const TYPES = ['text', 'email', 'tel', 'url', 'number', 'date', 'checkbox', 'select', 'text_area'] as const;
/** Those of an input, and two that are elements of their own. */
export type QuestionType = (typeof TYPES)[number];

/** What a form asks for. */
export type Question = {
  name: string;
  label: string;
  type: QuestionType;
  placeholder: string;
  isRequired: boolean;
  choices: { value: string; title: string }[];
  /** A regular expression for answers; null = none. */
  pattern: string | null;
  /** What is said to those whose answer does not match; null = the usual. */
  cue: string | null;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s()./-]{4,}$/;

/** What browsers do not have is asked for as text. */
export const questionType = (type: string): QuestionType => TYPES.find((known) => known === type) ?? 'text';

/** What is wrong with the answers, by the names of the questions. */
export function problemsIn(
  questions: readonly Question[],
  answers: Record<string, string>,
  i18n: I18n<TextKey>,
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const problem = problemOf(question, answers[question.name]?.trim() ?? '', i18n);
      return problem === null ? [] : [[question.name, problem]];
    }),
  );
}

/** Leads to the first field of the form that has a problem. Returns whether there is one. */
export function showProblem({ currentTarget: form }: Event, problems: Record<string, string>): boolean {
  const wrong = [...(form as HTMLFormElement).elements].find((field) => problems[(field as HTMLInputElement).name]);
  (wrong as HTMLElement | undefined)?.focus();
  return wrong !== undefined;
}

function problemOf({ type, isRequired, pattern, cue }: Question, answer: string, i18n: I18n<TextKey>): string | null {
  const isMissing = answer === '' || (type === 'checkbox' && answer !== 'true');
  if (isMissing) return isRequired ? i18n.t('required') : null;
  if (type === 'email' && !EMAIL.test(answer)) return i18n.t('invalidEmail');
  const isWrong = (type === 'tel' && !PHONE.test(answer)) || (type === 'url' && !URL.canParse(answer));
  return isWrong || !fits(pattern, answer) ? cue || i18n.t('invalid') : null;
}

/** The pattern may be written with slashes around it; one that is none fits everything. */
function fits(pattern: string | null, answer: string): boolean {
  if (!pattern) return true;
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [null, pattern, ''];
  try {
    return new RegExp(source ?? '', flags).test(answer);
  } catch {
    return true;
  }
}
