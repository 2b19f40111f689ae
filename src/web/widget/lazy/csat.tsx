import { useSignal } from '../../kit/view.ts';
import { attempt } from '../views/attempt.ts';
import type { PartProps } from '../views/content.tsx';
import { useUi } from '../views/ui.ts';

const RATINGS = [
  ['😞', 'rating1'],
  ['😑', 'rating2'],
  ['😐', 'rating3'],
  ['😀', 'rating4'],
  ['😍', 'rating5'],
] as const;

type Answer = { csat_survey_response?: { rating?: number; feedback_message?: string } };

/** How satisfied the visitor is: five faces or stars, and words for those who want to say more. */
export function Csat({ message: { id, attributes } }: PartProps) {
  const ui = useUi();
  const { widget, i18n } = ui;
  const given = (attributes.submitted_values as Answer | undefined)?.csat_survey_response;
  const rating = useSignal(given?.rating ?? 0);
  const words = useSignal(given?.feedback_message ?? '');
  const isSending = useSignal(false);
  const isStars = attributes.display_type === 'star';
  const isDone = Boolean(given?.rating);

  async function send(event: Event) {
    event.preventDefault();
    if (id === null || isSending.peek() || rating.peek() === 0) return;
    isSending.value = true;
    const csat_survey_response = { rating: rating.peek(), feedback_message: words.peek().trim() };
    await attempt(ui, () => widget.submit(id, { message: { submitted_values: { csat_survey_response } } }));
    isSending.value = false;
  }

  return (
    <form class="part csat" onSubmit={(event) => void send(event)}>
      <fieldset disabled={isDone || isSending.value}>
        <legend>{i18n.t(isDone ? 'thanks' : 'csat')}</legend>
        <div class="ratings">
          {RATINGS.map(([emoji, name], index) => (
            <label key={name} class={isStars && index < rating.value ? 'is-lit' : ''} title={i18n.t(name)}>
              <input
                type="radio"
                name={`rating-${id}`}
                class="unseen"
                aria-label={i18n.t(name)}
                checked={rating.value === index + 1}
                onChange={() => (rating.value = index + 1)}
              />
              <span aria-hidden="true">{isStars ? '★' : emoji}</span>
            </label>
          ))}
        </div>
        {rating.value > 0 && !isDone && (
          <>
            <textarea
              rows={2}
              aria-label={i18n.t('csatWhy')}
              placeholder={i18n.t('csatWhy')}
              value={words.value}
              onInput={({ currentTarget }) => (words.value = currentTarget.value)}
            />
            <button type="submit" class="primary">
              {i18n.t('submit')}
            </button>
          </>
        )}
        {isDone && <p>{given?.feedback_message}</p>}
      </fieldset>
    </form>
  );
}
