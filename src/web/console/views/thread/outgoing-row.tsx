import { Markdown } from '../../../kit/markdown.tsx';
import { Avatar } from '../../../kit/avatar.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Outgoing } from '../../store/outbox.ts';

/** A message of the user that the server does not have yet, or refused. */
export function OutgoingRow({ console, entry }: { console: Console; entry: Outgoing }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { key, message, problem, writtenAt } = entry;
  const { user } = console.start.value;
  const name = user.available_name ?? user.name;
  const label = `${name}, ${i18n.time(new Date(writtenAt))}`;
  const isNote = message?.isPrivate ?? false;
  return (
    <article
      class={`message is-first ${isNote ? 'is-note' : 'is-ours'} ${problem ? '' : 'is-waiting'}`}
      aria-label={isNote ? t('noteBy', { name: label }) : label}
    >
      <Avatar name={name} url={user.avatar_url} />
      <div class="message-inside">
        <div class="bubble">
          <Markdown text={message?.content ?? ''} />
        </div>
        {problem ? (
          <div class="message-problem" role="alert">
            <p>
              <strong>{t('notSent')}</strong> {problem.reason || t('notDone')}
            </p>
            <button type="button" class="link" onClick={() => console.retry(key)}>
              {t('tryAgain')}
            </button>
            <button type="button" class="link" onClick={() => void console.discard(key)}>
              {t('discard')}
            </button>
          </div>
        ) : (
          <p class="message-foot" role="status">
            {t('sending')}
          </p>
        )}
      </div>
    </article>
  );
}
