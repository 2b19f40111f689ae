import { useEffect } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { nameOf } from './contact-name.ts';

/** Says which changes of conversations were refused that are not open: an open one says so itself. */
export function useRefusals(console: Console, open: number | undefined): void {
  const { i18n, toasts } = useDesk();
  const { t } = i18n;
  const others = console.refusals.value.filter(({ conversationId }) => conversationId !== open);
  useEffect(() => {
    for (const refusal of others) {
      console.dismiss(refusal);
      const record = console.store.conversations.peek(refusal.conversationId);
      const contact = record && console.store.contacts.peek(record.contactId);
      const reason = refusal.reason || t('notDone');
      toasts.show({ text: t('refusedOf', { name: nameOf(contact, t), reason }), isProblem: true });
    }
  }, [others.length]);
}
