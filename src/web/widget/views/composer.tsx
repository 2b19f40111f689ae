import { grow } from '../../kit/grow.ts';
import { useEffect, useRef, useSignal } from '../../kit/view.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { FileButtons } from './file-buttons.tsx';
import { filesIn, sendFiles } from './files.ts';
import { Drop, EmojiPicker, ReplyTo } from './parts.ts';
import { useUi } from './ui.ts';

const LONGEST = 150_000;

export function Composer() {
  const ui = useUi();
  const { widget, i18n } = ui;
  const { state, draft } = widget;
  const field = useRef<HTMLTextAreaElement>();
  const isPicking = useSignal(false);
  const isDropping = useSignal(false);
  const { enabled_features: features = [] } = state.channel.value;
  const { enableFileUpload, enableEmojiPicker } = state.settings.value;
  const takesFiles = enableFileUpload !== false && features.includes('attachments');
  const hasEmoji = enableEmojiPicker !== false && features.includes('emoji_picker');

  useEffect(() => {
    const takesFocus = state.isOpen.value && (document.hasFocus() || !state.isBack.peek());
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [state.isOpen.value, state.replyTo.value, state.canWrite.value]);

  useEffect(() => grow(field.current), [draft.value, state.canWrite.value]);

  if (!state.canWrite.value) {
    return (
      <div class="composer">
        <button type="button" class="primary" onClick={widget.startNew}>
          {i18n.t('startNew')}
        </button>
      </div>
    );
  }

  function send() {
    const content = draft.peek().trim();
    if (!content) return;
    draft.value = '';
    isPicking.value = false;
    widget.write(content);
    field.current?.focus();
  }

  function take(event: DragEvent | ClipboardEvent, transfer: DataTransfer | null) {
    const files = takesFiles ? filesIn(transfer) : [];
    isDropping.value = false;
    if (files.length === 0) return;
    event.preventDefault();
    sendFiles(ui, files);
  }

  function insert(text: string) {
    const { selectionStart: from = 0, selectionEnd: until = 0 } = field.current ?? {};
    draft.value = draft.peek().slice(0, from) + text + draft.peek().slice(until);
    field.current?.focus();
  }

  return (
    <form
      class={`composer ${isDropping.value ? 'is-dropping' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        isDropping.value = takesFiles;
      }}
      onDragLeave={() => (isDropping.value = false)}
      onDrop={(event) => take(event, event.dataTransfer)}
    >
      {state.replyTo.value !== null && <ReplyTo />}
      {isPicking.value && <EmojiPicker pick={insert} />}
      {isDropping.value && <Drop />}
      <textarea
        ref={field}
        rows={1}
        maxLength={LONGEST}
        value={draft.value}
        placeholder={i18n.t('write')}
        aria-label={i18n.t('write')}
        enterkeyhint="send"
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value;
          if (currentTarget.value) widget.noteTyping();
        }}
        onPaste={(event) => take(event, event.clipboardData)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div class="tools">
        {takesFiles && <FileButtons />}
        {hasEmoji && (
          <IconButton icon="emoji" label={i18n.t('emoji')} onClick={() => (isPicking.value = !isPicking.value)} />
        )}
        <button type="submit" class="send" disabled={!draft.value.trim()}>
          {i18n.t('send')}
        </button>
      </div>
    </form>
  );
}
