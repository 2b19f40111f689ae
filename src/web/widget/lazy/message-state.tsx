import { useEffect, useSignal } from '../../kit/view.ts';
import type { Message } from '../store/message.ts';
import { useUi } from '../views/ui.ts';

/** Whether a message of the visitor has reached the server, and what can be done if not. */
export function MessageState({ message: { key, state, problem, progress } }: { message: Message }) {
  const { widget, i18n, announce } = useUi();
  const isWaiting = state === 'waiting';
  const hasWaited = useSignal(isWaiting);
  const failure = `${i18n.t('failed')}. ${problem ?? ''}`;

  // What failed before is not said again.
  useEffect(() => {
    if (!isWaiting && hasWaited.peek()) announce(failure);
    hasWaited.value = isWaiting;
  }, [isWaiting]);

  return (
    <span class="state">
      {isWaiting && progress !== null && <progress value={progress} aria-label={i18n.t('waiting')} />}
      <span>{isWaiting ? (progress === null ? i18n.t('waiting') : percent(progress)) : failure}</span>
      {!isWaiting && (
        <button type="button" class="link" onClick={() => widget.retry(key)}>
          {i18n.t('retry')}
        </button>
      )}
      {(!isWaiting || progress !== null) && (
        <button type="button" class="link" onClick={() => widget.discard(key)}>
          {i18n.t(isWaiting ? 'cancel' : 'discard')}
        </button>
      )}
    </span>
  );

  function percent(share: number) {
    return i18n.t('uploading', { percent: Math.round(share * 100) });
  }
}
