import { Icon } from '../../../kit/icon.tsx';
import { grow } from '../../../kit/grow.ts';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect, useId, useRef, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Mode } from '../../store/drafts.ts';
import { CannedList } from './canned-list.tsx';
import { useCanned } from './use-canned.ts';
import { Quote } from './message-content.tsx';
import { OUTLINES } from './outlines.ts';
import { useTypingNotes } from './use-typing-notes.ts';
import { useWantedMode } from './use-wanted-mode.ts';
import { whyNoReply } from './why-no-reply.ts';

export type ComposerProps = { console: Console; record: Conversation; replyTo: Signal<number | null> };

const LONGEST = 150_000;
/** So long a message can be taken back. */
const UNDO_MS = 5000;

type Sent = { key: string; mode: Mode; content: string; replyTo: number | null };

/** Where replies and notes are written. */
export function Composer({ console, record, replyTo }: ComposerProps) {
  const { t } = useDesk().i18n;
  const { id, canReply } = record;
  const { drafts } = console;
  const name = useId();
  const field = useRef<HTMLTextAreaElement>();
  const mode = useSignal<Mode>('reply');
  const sent = useSignal<Sent | null>(null);
  const isNote = mode.value === 'note';
  const { text, isOnServer } = drafts.of(id, mode.value).value;
  const typing = useTypingNotes(console, id);
  const canned = useCanned(console.api, text);
  const isRefused = !isNote && !canReply;
  useWantedMode(id, mode, field);

  useEffect(() => {
    void drafts.open(id);
    const flush = () => void drafts.flush();
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, []);
  useEffect(() => grow(field.current), [text, mode.value]);
  useEffect(() => {
    if (replyTo.value === null) return;
    mode.value = 'reply';
    field.current?.focus();
  }, [replyTo.value]);
  const sentKey = sent.value?.key;
  useEffect(() => {
    if (sentKey === undefined) return;
    const timer = setTimeout(() => (sent.value = null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [sentKey]);

  function write(words: string) {
    drafts.write(id, mode.peek(), words);
    typing.wrote(words !== '', mode.peek() === 'note');
  }

  function send() {
    const content = drafts.of(id, mode.peek()).peek().text.trim();
    if (!content || isRefused) return;
    const answered = isNote ? null : replyTo.peek();
    const message = { content, isPrivate: isNote, ...(answered !== null && { replyTo: answered }) };
    const key = console.send(id, message, UNDO_MS);
    sent.value = { key, mode: mode.peek(), content, replyTo: answered };
    write('');
    replyTo.value = null;
    field.current?.focus();
  }

  async function undo() {
    const taken = sent.peek();
    sent.value = null;
    if (!taken || !(await console.undo(taken.key))) return;
    mode.value = taken.mode;
    const now = drafts.of(id, taken.mode).peek().text;
    drafts.write(id, taken.mode, now ? `${taken.content}\n${now}` : taken.content);
    replyTo.value = taken.replyTo;
    field.current?.focus();
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing || canned.press(event, write)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send();
  }

  const inbox = console.start.value.inboxes.find((one) => one.id === record.inboxId);
  return (
    <form
      class={`composer ${isNote ? 'is-note' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="composer-bar">
        <div class="modes" role="radiogroup" aria-label={t('kindOfMessage')}>
          {(['reply', 'note'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={mode.value === one} onChange={() => (mode.value = one)} />
              <span>{t(one === 'reply' ? 'reply' : 'privateNote')}</span>
            </label>
          ))}
        </div>
        <div role="status" class="composer-status">
          {text !== '' && isOnServer && <span>{t('draftSaved')}</span>}
        </div>
      </div>
      {replyTo.value !== null && !isNote && (
        <div class="composer-quote">
          <Quote console={console} id={replyTo.value} />
          <button
            type="button"
            class="icon-button"
            aria-label={t('noQuote')}
            title={t('noQuote')}
            onClick={() => (replyTo.value = null)}
          >
            <Icon outline={ICONS.close} />
          </button>
        </div>
      )}
      {isRefused ? (
        <p class="notice">{t(whyNoReply(inbox))}</p>
      ) : (
        <div class="composer-field">
          <CannedList canned={canned} onChoose={write} />
          <textarea
            ref={field}
            rows={1}
            maxLength={LONGEST}
            value={text}
            placeholder={t(isNote ? 'noteHint' : 'replyHint')}
            aria-label={t('message')}
            aria-controls={canned.found.value.length > 0 ? canned.id : undefined}
            aria-activedescendant={canned.nowId()}
            enterkeyhint="send"
            dir="auto"
            onInput={({ currentTarget }) => write(currentTarget.value)}
            onKeyDown={press}
            onBlur={typing.end}
          />
        </div>
      )}
      <div class="composer-bar">
        <button
          type="button"
          class="icon-button"
          aria-label={t('cannedResponses')}
          title={t('cannedResponses')}
          disabled={isRefused}
          onClick={() => {
            write(text === '' ? '/' : `${text.trimEnd()} /`);
            field.current?.focus();
          }}
        >
          <Icon outline={OUTLINES.canned} />
        </button>
        <div role="status" class="composer-sent">
          {sent.value && (
            <>
              <span>{t('sent')}</span>{' '}
              <button type="button" class="link" onClick={() => void undo()}>
                {t('undo')}
              </button>
            </>
          )}
        </div>
        <button type="submit" class="primary" disabled={isRefused || text.trim() === ''}>
          {t('send')}
        </button>
      </div>
    </form>
  );
}
