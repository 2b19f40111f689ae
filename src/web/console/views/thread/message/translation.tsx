import type { Signal } from '../../../../kit/signals.ts';
import { Markdown } from '../../../../kit/markdown.tsx';
import { useDesk } from '../../../desk.ts';
import type { Translated } from './translated.ts';

/** The translation of a message, below its text. */
export function Translation({ translated }: { translated: Signal<Translated | null> }) {
  const { t } = useDesk().i18n;
  const now = translated.value;
  if (!now) return null;
  return (
    <div class="translation" role="status">
      {now.is === 'asking' && <p>{t('translating')}</p>}
      {now.is === 'failed' && <p class="problem">{now.reason}</p>}
      {now.is === 'shown' && <Markdown text={now.text} />}
      {now.is !== 'asking' && (
        <button type="button" class="link" onClick={() => (translated.value = null)}>
          {t(now.is === 'shown' ? 'showOriginal' : 'dismiss')}
        </button>
      )}
    </div>
  );
}
