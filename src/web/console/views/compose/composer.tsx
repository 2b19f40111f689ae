import { Icon } from '../../../kit/icon.tsx';
import { grow } from '../../../kit/grow.ts';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect, useId, useKept, useRef, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { modifier } from '../../shell/modifier.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Mode } from '../../store/drafts.ts';
import type { NewMessage } from '../../sync/intents.ts';
import type { Thread } from '../../store/thread.ts';
import { setStatus } from '../../sync/intents.ts';
import { Quote } from '../thread/message-content.tsx';
import { edit, insert, marked } from './edits.ts';
import { FileList } from './file-list.tsx';
import { FormatBar, markOf } from './format-bar.tsx';
import { MailHead } from './mail-head.tsx';
import { withMentions } from './mentions.ts';
import { TemplateDialog } from './parts.ts';
import { SendMenu } from './send-menu.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { hasTemplates } from './templates/has-templates.ts';
import { Tools } from './tools.tsx';
import { useAttaching } from './use-attaching.ts';
import { filesIn, useDrop } from './use-drop.ts';
import { useMail } from './use-mail.ts';
import { useOthers } from './use-others.ts';
import { useSignature } from './use-signature.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTypingNotes } from './use-typing-notes.ts';
import { useWantedMode } from './use-wanted-mode.ts';
import { useWritingSettings } from './use-writing-settings.ts';
import { variablesOf } from './variables.ts';
import { whyNoReply } from './why-no-reply.ts';

export type ComposerProps = { console: Console; record: Conversation; thread: Thread; replyTo: Signal<number | null> };

const LONGEST = 150_000;

/** Where replies and notes are written. */
export function Composer({ console, record, thread, replyTo }: ComposerProps) {
  const { t } = useDesk().i18n;
  const { id, canReply } = record;
  const { drafts } = console;
  /** What was taken back before the conversation was opened. */
  const before = useKept(() => ({ restored: drafts.restored.peek() }));
  const name = useId();
  const form = useRef<HTMLFormElement>();
  const field = useRef<HTMLTextAreaElement>();
  const mode = useSignal<Mode>('reply');
  /** The key of the message that can be taken back. */
  const sent = useSignal<string | null>(null);
  /** Where the cursor is; null = at the end. */
  const cursor = useSignal<number | null>(null);
  const isFormatting = useSignal(false);
  const areTemplatesOpen = useSignal(false);
  const isNote = mode.value === 'note';
  const { text, files, isOnServer } = drafts.of(id, mode.value).value;
  const inbox = console.start.value.inboxes.find((one) => one.id === record.inboxId);
  const isRefused = !isNote && !canReply;
  const isEmpty = text.trim() === '' && files.length === 0;
  const settings = useWritingSettings();
  const typing = useTypingNotes(console, id);
  const mail = useMail(console, record, thread, replyTo);
  const signature = useSignature(inbox);
  const others = useOthers(console, thread, !isEmpty);
  const attaching = useAttaching(console, id, mode);
  const attach = (chosen: readonly File[]) => {
    if (isRefused) return;
    attaching.attach(chosen);
    field.current?.focus();
  };
  const isHeldOver = useDrop(form, attach);
  useWantedMode(id, mode, field);
  const suggestions = useSuggestions({
    api: console.api,
    before: text.slice(0, cursor.value ?? text.length),
    isNote,
    named,
    variables() {
      const contact = console.store.contacts.peek(record.contactId);
      return variablesOf({ start: console.start.peek(), record, contact, inbox });
    },
    replace(length, words) {
      const { current } = field;
      if (current) insert(current, current.selectionStart - length, current.selectionStart, words);
    },
  });

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
  useEffect(() => {
    if (sent.value === null) return;
    const timer = setTimeout(() => (sent.value = null), settings.undoSeconds * 1000);
    return () => clearTimeout(timer);
  }, [sent.value]);
  const restored = drafts.restored.value;
  useEffect(() => {
    if (restored?.conversationId !== id || restored === before.restored) return;
    sent.value = null;
    mode.value = restored.mode;
    replyTo.value = restored.replyTo;
    field.current?.focus();
  }, [restored]);

  /** The people and teams that a note can name. */
  function named() {
    const { members, teams } = console.start.peek();
    return [
      ...members.map((one) => ({ kind: 'user' as const, id: one.id, name: one.available_name ?? one.name })),
      ...teams.map((one) => ({ kind: 'team' as const, id: one.id, name: one.name })),
    ];
  }

  function write(words: string, at: number | null = null) {
    cursor.value = at;
    drafts.write(id, mode.peek(), words);
    typing.wrote(words !== '', mode.peek() === 'note');
  }

  /** Writes at the cursor. */
  function type(words: string) {
    const { current } = field;
    if (current) insert(current, current.selectionStart, current.selectionEnd, words);
  }

  function follow({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
    cursor.value = currentTarget.selectionStart;
  }

  function send(isResolving = false) {
    const draft = drafts.of(id, mode.peek()).peek();
    const content = draft.text.trim();
    if ((!content && draft.files.length === 0) || isRefused) return;
    const recipients = isNote ? undefined : mail?.toSend();
    if (recipients === null) {
      // As soon as it is marked.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    if (!others.maySend()) {
      // The list of messages lies the wrong way round.
      form.current?.closest('.conversation')?.querySelector('[role=log]')?.scrollTo({ top: 0 });
      return;
    }
    const answered = isNote ? null : replyTo.peek();
    dispatch(
      {
        content: isNote ? withMentions(content, named()) : signature.below(content),
        isPrivate: isNote,
        draft: { mode: mode.peek(), text: content, replyTo: answered, recipients: draft.recipients },
        ...(recipients && { recipients }),
        ...(draft.files.length > 0 && { files: draft.files }),
        ...(answered !== null && { replyTo: answered }),
      },
      isResolving,
    );
    attaching.problem.value = '';
    cursor.value = null;
    replyTo.value = null;
  }

  function dispatch(message: NewMessage, isResolving = false) {
    const key = console.send(id, message, settings.undoSeconds * 1000);
    if (isResolving) console.act(id, setStatus(id, 'resolved'), key);
    if (settings.undoSeconds > 0) sent.value = key;
    typing.end();
    field.current?.focus();
  }

  function undo() {
    const key = sent.peek();
    sent.value = null;
    if (key !== null) void console.undo(key);
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing || suggestions.press(event)) return;
    const { key, shiftKey: isShifted, altKey: isOther } = event;
    const isModified = event.ctrlKey || event.metaKey;
    const isCommand = modifier() === 'Ctrl' ? event.ctrlKey : event.metaKey;
    const mark = isCommand && !isOther ? markOf(event) : undefined;
    if (mark && field.current) edit(field.current, (chosen) => marked(chosen, mark));
    else if (key !== 'Enter' || isOther || (!isModified && (isShifted || !settings.isSentByEnter))) return;
    else send(isModified && isShifted);
    event.preventDefault();
  }

  return (
    <>
      <form
        ref={form}
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
        {isHeldOver.value && !isRefused && (
          <p class="drop-here">
            <span>{t(isNote ? 'dropIntoNote' : 'dropFiles')}</span>
          </p>
        )}
        {isRefused ? (
          <div class="notice">
            <p>{t(whyNoReply(inbox))}</p>
            {hasTemplates(inbox) && (
              <button type="button" class="secondary" onClick={() => (areTemplatesOpen.value = true)}>
                {t('chooseTemplate')}
              </button>
            )}
          </div>
        ) : (
          <div class="composer-field">
            {mail && !isNote && <MailHead mail={mail} onEnter={() => field.current?.focus()} />}
            <SuggestionList suggestions={suggestions} />
            <textarea
              ref={field}
              rows={1}
              maxLength={LONGEST}
              value={text}
              placeholder={t(isNote ? 'noteHint' : 'replyHint')}
              aria-label={t('message')}
              aria-controls={suggestions.found.value.length > 0 ? suggestions.id : undefined}
              aria-activedescendant={suggestions.nowId()}
              enterkeyhint={settings.isSentByEnter ? 'send' : 'enter'}
              dir="auto"
              onInput={({ currentTarget }) => write(currentTarget.value, currentTarget.selectionStart)}
              onKeyDown={press}
              onKeyUp={follow}
              onClick={follow}
              onPaste={(event) => {
                // Text that was copied from a document comes with a picture of it.
                if (event.clipboardData?.types.includes('text/plain')) return;
                const pasted = filesIn(event.clipboardData);
                if (pasted.length === 0) return;
                event.preventDefault();
                attach(pasted);
              }}
              onBlur={typing.end}
            />
            {signature.isOn && !isNote && (
              <p class="signature" dir="auto" title={t('signature')}>
                {signature.text}
              </p>
            )}
            {files.length > 0 && (
              <FileList
                console={console}
                files={files}
                onRemove={(file) => {
                  void drafts.detach(id, mode.peek(), file);
                  field.current?.focus();
                }}
              />
            )}
          </div>
        )}
        <div role="alert">{attaching.problem.value && <p class="composer-problem">{attaching.problem.value}</p>}</div>
        <div role="status">
          {others.count > 0 && (
            <p class="composer-others">
              {t('newMessages', { n: others.count })}
              {others.isHeld && ` · ${t('sendAgain')}`}
            </p>
          )}
        </div>
        {isFormatting.value && !isRefused && (
          <FormatBar onMark={(mark) => field.current && edit(field.current, (chosen) => marked(chosen, mark))} />
        )}
        <div class="composer-bar">
          {!isRefused && (
            <Tools
              attach={attach}
              isFormatting={isFormatting}
              signature={isNote ? null : signature}
              openTemplates={!isNote && hasTemplates(inbox) ? () => (areTemplatesOpen.value = true) : null}
              openCanned={() => type(/(?:^|\s)$/.test(text.slice(0, field.current?.selectionStart)) ? '/' : ' /')}
              insert={type}
            />
          )}
          <div role="status" class="composer-sent">
            {sent.value && (
              <>
                <span>{t('sent')}</span>{' '}
                <button type="button" class="link" onClick={undo}>
                  {t('undo')}
                </button>
              </>
            )}
          </div>
          <div class="send-buttons">
            <button type="submit" class="primary" disabled={isRefused || isEmpty}>
              {t('send')}
            </button>
            <SendMenu settings={settings} onResolve={() => send(true)} />
          </div>
        </div>
      </form>
      {areTemplatesOpen.value && inbox && (
        <TemplateDialog
          inbox={inbox}
          onClose={() => (areTemplatesOpen.value = false)}
          onSend={(content, template) => {
            areTemplatesOpen.value = false;
            dispatch({ content, isPrivate: false, template });
          }}
        />
      )}
    </>
  );
}
