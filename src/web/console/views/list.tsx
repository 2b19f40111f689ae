import { useEffect, useSignal } from '../../kit/view.ts';
import { type ConversationsAddress, makeAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import { useDesk } from '../desk.ts';
import type { List } from '../store/list.ts';
import { keyOf } from '../store/list-query.ts';
import { queryOf } from './query-of.ts';

export type ConversationListProps = { address: ConversationsAddress; console: Console };

/** The conversations of a view. */
export function ConversationList({ address, console }: ConversationListProps) {
  const { t } = useDesk().i18n;
  const list = useSignal<List | null>(null);
  const query = queryOf(address);
  useEffect(() => {
    const opened = console.openList(query);
    list.value = opened.list;
    return opened.close;
  }, [console, keyOf(query)]);
  const rows = list.value?.rows.value ?? [];
  return (
    <section class="conversations" aria-label={t('conversations')}>
      <ul>
        {rows.map((id) => (
          <Row key={id} id={id} address={address} console={console} />
        ))}
      </ul>
    </section>
  );
}

function Row({ id, address, console: { store } }: ConversationListProps & { id: number }) {
  const conversation = store.conversations.get(id).value;
  const contact = store.contacts.get(conversation?.contactId ?? 0).value;
  const last = store.messages.get(store.lastMessage(id).value ?? 0).value;
  return (
    <li>
      <a
        href={makeAddress({ ...address, conversation: id })}
        aria-current={address.conversation === id ? 'true' : undefined}
      >
        <strong>{contact?.name}</strong> <span>{last?.content}</span>
      </a>
    </li>
  );
}
