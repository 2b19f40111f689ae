import { useEffect, useSignal } from '../../../kit/view.ts';
import { type ConversationsAddress, makeAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import { type Conversation, conversationOf } from '../../store/conversation.ts';
import type { WireConversation } from '../../store/wire.ts';

export type PreviousConversationsProps = {
  console: Console;
  contactId: number;
  /** Of the conversation that is open. */
  number: number;
  address: ConversationsAddress;
};

/** The other conversations of the contact. */
export function PreviousConversations({ console, contactId, number, address }: PreviousConversationsProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const others = useSignal<readonly Conversation[] | null>(null);
  const problem = useSignal('');
  const attempt = useSignal(0);
  useEffect(() => {
    problem.value = '';
    console.api.request<{ payload: WireConversation[] }>('GET', `/contacts/${contactId}/conversations`).then(
      ({ payload }) => (others.value = payload.map(conversationOf).filter(({ id }) => id !== number)),
      (error: unknown) => (problem.value = reasonOf(i18n, error)),
    );
  }, [contactId, attempt.value]);

  return (
    <>
      <h2>{t('previousConversations')}</h2>
      {problem.value && (
        <p>
          {problem.value}{' '}
          <button type="button" class="link" onClick={() => (attempt.value += 1)}>
            {t('tryAgain')}
          </button>
        </p>
      )}
      {others.value?.length === 0 && <p class="dim">{t('noPrevious')}</p>}
      <ul class="previous">
        {others.value?.map(({ id, status, lastActivityAt }) => (
          <li key={id}>
            <a href={makeAddress({ ...address, conversation: id })}>
              <bdi>#{id}</bdi> · <bdi>{t(`status_${status}`)}</bdi> ·{' '}
              <bdi>{i18n.day(new Date(lastActivityAt * 1000))}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
