import { Icon } from '../../../kit/icon.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';

/** The changes of a conversation that the server refused, each with its reason. */
export function Refusals({ console, number }: { console: Console; number: number }) {
  const { t } = useDesk().i18n;
  return (
    <div role="alert" class="refusals">
      {console.refusals.value
        .filter(({ conversationId }) => conversationId === number)
        .map((refusal) => (
          <p key={refusal.key}>
            <span>{t('refused', { reason: refusal.reason || t('notDone') })}</span>
            <button
              type="button"
              class="icon-button"
              aria-label={t('dismiss')}
              title={t('dismiss')}
              onClick={() => console.dismiss(refusal)}
            >
              <Icon outline={ICONS.close} />
            </button>
          </p>
        ))}
    </div>
  );
}
