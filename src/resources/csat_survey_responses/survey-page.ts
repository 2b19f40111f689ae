import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { assetText } from '../../assets.ts';
import { RATINGS } from '../../entities/csat-response.ts';
import { surveyWords } from '../messages/survey-words.ts';
import { isOpen, type Survey } from './find-survey.ts';
import { displayType } from './presenter.ts';

const FACES = ['😞', '🙁', '😐', '🙂', '😀'];

/** The page of a survey: a form, or thanks for what was just sent, or after its time what was answered. Works without scripts. */
export function surveyPage(survey: Survey, isSent: boolean, now: Date): string {
  const { language, words } = surveyWords(survey.config.language ?? survey.locale);
  const chosen = survey.response?.rating ?? null;
  return assets().page({
    ...NO_PROBLEM,
    style: assets().style,
    language,
    words,
    question: survey.content?.trim() || words.question,
    inboxName: survey.inboxName,
    avatarUrl: survey.inboxAvatarUrl,
    button: survey.config.button_text?.trim() || words.send,
    isForm: !isSent && isOpen(survey, now),
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

/** The same page where there is nothing to answer, or the answer is refused. */
export function problemPage(title: string, text: string): string {
  return assets().page({ ...NOTHING, style: assets().style, problem: { title, text } });
}

/** What the page may do: be styled by its own style, show the inbox's picture, and be sent to this server. */
export function surveyPagePolicy(publicUrl: string): string {
  const digest = createHash('sha256').update(assets().style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    `img-src ${new URL(publicUrl).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const NO_PROBLEM = { problem: null };
const NOTHING = { language: 'en', avatarUrl: null, inboxName: '', question: '' };

type Assets = { page: (data: object) => string; style: string };
let loaded: Assets | null = null;

function assets(): Assets {
  return (loaded ??= {
    page: Handlebars.compile(assetText('templates/survey/page.html'), { strict: true }),
    style: assetText('templates/survey/page.css'),
  });
}
