import { linkTo } from '../../../../../markdown/link-to.ts';
import { useDesk } from '../../../desk.ts';
import type { Message } from '../../../store/message.ts';
import type { Attributes } from '../../../store/wire.ts';
import { objectAt, objectsAt, textAt } from './mail-of.ts';
import { VideoCall } from './video-call.tsx';
import type { Console } from '../../../console.ts';

export type AskedProps = { console: Console; message: Message };

/** The kinds of content that have more than a text: what the contact was asked or shown, and what they chose or sent. */
export function Asked({ console, message }: AskedProps) {
  switch (message.contentType) {
    case 'form':
      return <Form message={message} />;
    case 'input_select':
      return <Choices message={message} />;
    case 'cards':
    case 'article':
      return <Cards message={message} />;
    case 'input_csat':
      return <Survey message={message} />;
    case 'input_email':
      return <EmailAsked message={message} />;
    case 'integrations':
      return <VideoCall console={console} message={message} />;
    case 'sticker':
      return <Sticker message={message} />;
    default:
      return null;
  }
}

function Waiting() {
  return <p class="asked-waiting">{useDesk().i18n.t('noAnswerYet')}</p>;
}

/** The questions of a form, each with its answer where there is one. */
function Form({ message: { attributes } }: { message: Message }) {
  const items = objectsAt(attributes, 'items');
  const answers = new Map(objectsAt(attributes, 'submitted_values').map((one) => [textAt(one, 'name'), answerIn(one)]));
  const names = items.map((item) => textAt(item, 'name'));
  const others = [...answers.keys()].filter((name) => !names.includes(name));
  const rows = [
    ...items.map((item) => [textAt(item, 'name'), textAt(item, 'label') || textAt(item, 'name')] as const),
    ...others.map((name) => [name, name] as const),
  ];
  return (
    <>
      <dl class="asked">
        {rows.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{answers.get(name) ?? ''}</dd>
          </div>
        ))}
      </dl>
      {answers.size === 0 && <Waiting />}
    </>
  );
}

const answerIn = (one: Attributes) =>
  typeof one['value'] === 'boolean' ? (one['value'] ? '✓' : '–') : textAt(one, 'value') || textAt(one, 'title');

/** The answers to choose from; the chosen one is marked. */
function Choices({ message: { attributes } }: { message: Message }) {
  const { t } = useDesk().i18n;
  const [chosen] = objectsAt(attributes, 'submitted_values');
  const value = chosen && textAt(chosen, 'value');
  return (
    <>
      <ul class="choices">
        {objectsAt(attributes, 'items').map((item) => {
          const isChosen = value !== undefined && textAt(item, 'value') === value;
          return (
            <li key={textAt(item, 'value')} class={isChosen ? 'is-chosen' : ''}>
              {textAt(item, 'title') || textAt(item, 'value')}
              {isChosen && <span class="choice-mark">{t('chosen')}</span>}
            </li>
          );
        })}
      </ul>
      {!chosen && <Waiting />}
    </>
  );
}

/** Cards with their buttons, and articles of a help centre. */
function Cards({ message: { attributes } }: { message: Message }) {
  return (
    <ul class="cards">
      {objectsAt(attributes, 'items').map((item, index) => {
        const picture = linkTo(textAt(item, 'media_url'));
        const title = textAt(item, 'title');
        return (
          <li key={index}>
            {picture && <img src={picture} alt="" loading="lazy" />}
            <strong>
              <Linked address={textAt(item, 'link')} text={title} />
            </strong>
            {textAt(item, 'description') && <p>{textAt(item, 'description')}</p>}
            {objectsAt(item, 'actions').map((action, number) => (
              <p key={number} class="card-action">
                <Linked address={textAt(action, 'uri')} text={textAt(action, 'text')} />
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function Linked({ address, text }: { address: string; text: string }) {
  const href = linkTo(address);
  if (!href) return <>{text}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text || href}
    </a>
  );
}

const BEST = 5;

/** A survey with the answer of the contact. */
function Survey({ message: { attributes } }: { message: Message }) {
  const { t } = useDesk().i18n;
  const answer = objectAt(objectAt(attributes, 'submitted_values'), 'csat_survey_response');
  const rating = Number(answer['rating']);
  if (!(rating >= 1 && rating <= BEST)) return <Waiting />;
  const words = textAt(answer, 'feedback_message');
  return (
    <div class="survey">
      <p>
        <span class="stars" aria-hidden="true">
          {'★'.repeat(rating)}
          <span>{'★'.repeat(BEST - rating)}</span>
        </span>{' '}
        {t('rating', { rating, best: BEST })}
      </p>
      {words && (
        <blockquote class="quote" dir="auto">
          {words}
        </blockquote>
      )}
    </div>
  );
}

function EmailAsked({ message: { attributes } }: { message: Message }) {
  const email = textAt(attributes, 'submitted_email');
  return email ? <p class="asked-answer">{email}</p> : <Waiting />;
}

const PICTURE = /!\[([^\]]*)\]\((https:\/\/[^\s)]+)\)/;

function Sticker({ message: { content } }: { message: Message }) {
  const [, name = '', address = ''] = PICTURE.exec(content) ?? [];
  return address ? <img class="sticker" src={address} alt={name} loading="lazy" /> : null;
}
