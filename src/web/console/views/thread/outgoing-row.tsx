import { Markdown } from '../../../kit/markdown.tsx';
import { Avatar } from '../../../kit/avatar.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Outgoing } from '../../store/outbox.ts';
import { GONE } from '../../sync/form-of.ts';
import { FileList } from '../compose/file-list.tsx';

/** A message of the user that the server does not have yet, or refused. */
export function OutgoingRow({ console, entry }: { console: Console; entry: Outgoing }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { key, message, problem, writtenAt } = entry;
  const { user } = console.start.value;
  const name = user.available_name ?? user.name;
  const label = `${name}, ${i18n.time(new Date(writtenAt))}`;
  const isNote = message?.isPrivate ?? false;
  const files = message?.files ?? [];
  const isSending = !problem && files.length > 0;
  return (
    <article
      class={`message is-first ${isNote ? 'is-note' : 'is-ours'} ${problem ? '' : 'is-waiting'}`}
      aria-label={isNote ? t('noteBy', { name: label }) : label}
    >
      <Avatar name={name} url={user.avatar_url} />
      <div class="message-inside">
        <div class="bubble">
          {message?.content && <Markdown text={message.content} />}
          {files.length > 0 && <FileList console={console} files={files} />}
        </div>
        {problem ? (
          <div class="message-problem" role="alert">
            <p>
              <strong>{t('notSent')}</strong>{' '}
              {problem.status === GONE ? t('filesGone') : problem.reason || t('notDone')}
            </p>
            <button type="button" class="link" onClick={() => console.retry(key)}>
              {t('tryAgain')}
            </button>
            <button type="button" class="link" onClick={() => void console.discard(key)}>
              {t('discard')}
            </button>
          </div>
        ) : (
          <div class="message-foot">
            <span role="status">{t('sending')}</span>
            {isSending && <Progress console={console} entryKey={key} />}
          </div>
        )}
      </div>
    </article>
  );
}

/** How much of the files is sent, and what ends it. */
function Progress({ console, entryKey: key }: { console: Console; entryKey: string }) {
  const { t, language } = useDesk().i18n;
  const share = console.progress.value.get(key);
  return (
    <>
      {share !== undefined && (
        <>
          <progress value={share} aria-label={t('sending')} />
          <span>{new Intl.NumberFormat(language(), { style: 'percent' }).format(share)}</span>
        </>
      )}
      <button type="button" class="link" onClick={() => void console.cancel(key)}>
        {t('cancel')}
      </button>
    </>
  );
}
