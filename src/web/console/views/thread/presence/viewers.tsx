import type { Console } from '../../../console.ts';
import { useDesk } from '../../../desk.ts';

/** Which others have the conversation open. */
export function Viewers({ console, conversationId }: { console: Console; conversationId: number }) {
  const { t } = useDesk().i18n;
  const viewers = console.viewing.in(conversationId).value;
  return (
    <div class="viewers" role="status">
      {viewers.map(({ id, name }) => (
        <p key={id}>{t('isViewing', { name: name || t('someone') })}</p>
      ))}
    </div>
  );
}
