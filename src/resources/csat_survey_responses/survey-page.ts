import { RATINGS } from '../../entities/csat-response.ts';
import { fillPage, pagePolicy } from '../../templates.ts';
import { surveyWords } from '../../conversations/replies/survey-words.ts';
import { isAnswerable, type Survey } from './find-survey.ts';
import { displayType } from './presenter.ts';

const FACES = ['😞', '🙁', '😐', '🙂', '😀'];

/**
 * The page of a survey: thanks if an answer has just been sent (`isSent`), otherwise a form, or the earlier answer if
 * there is one and the time for answers is over. It needs no script.
 */
export function surveyPage(survey: Survey, isSent: boolean, now: Date): Promise<string> {
  const { language, words } = surveyWords(survey.config.language ?? survey.locale);
  const chosen = survey.response?.rating ?? null;
  return fillPage('survey', {
    ...NO_PROBLEM,
    language,
    words,
    question: survey.content?.trim() || words.question,
    inboxName: survey.inboxName,
    avatarUrl: survey.inboxAvatarUrl,
    button: survey.config.button_text?.trim() || words.send,
    isForm: !isSent && isAnswerable(survey, now),
    isSent,
    feedback: survey.response?.feedbackMessage ?? '',
    ratings: RATINGS.map((rating, index) => ({
      rating,
      sign: displayType(survey) === 'star' ? '★'.repeat(rating) : FACES[index],
      label: words.ratings[index],
      isChosen: rating === chosen,
    })),
    hasAnswer: chosen !== null,
  });
}

/** The page that reports a missing survey or a refused answer. */
export function problemPage(title: string, text: string): Promise<string> {
  return fillPage('survey', { ...NOTHING, problem: { title, text } });
}

/** The content security policy of the page, which also allows the inbox's picture. */
export function surveyPagePolicy(publicUrl: string): string {
  return pagePolicy('survey', `img-src ${new URL(publicUrl).origin}`);
}

const NO_PROBLEM = { problem: null };
const NOTHING = { language: 'en', avatarUrl: null, inboxName: '', question: '' };
