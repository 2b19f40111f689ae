import { useEffect, useRef, useSignal } from '../../../kit/view.ts';
import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import { type ConversationsAddress, makeAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Heading } from '../../shell/heading.tsx';
import type { Conversation as Record } from '../../store/conversation.ts';
import type { Thread } from '../../store/thread.ts';
import { Composer } from '../compose/composer.tsx';
import { Details } from './details.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { Messages } from './messages.tsx';
import { Refusals } from './refusals.tsx';
import { useViewing } from './presence/use-viewing.ts';
import { useSeen } from './use-seen.ts';

export type ConversationProps = {
  console: Console;
  /** The conversation's number. */ number: number;
  address: ConversationsAddress;
};

/**
 * One conversation: its messages, the composer, actions and details. It is drawn with the number as its key, so that nothing of a
 * conversation is kept for the next one.
 */
export function Conversation({ console, number, address }: ConversationProps) {
  const { t } = useDesk().i18n;
  const thread = useSignal<Thread | null>(null);
  const { message = null } = address;
  useEffect(() => void (thread.value = console.openThread(number, message)), [message]);
  const record = console.store.conversations.get(number).value;
  if (record && thread.value) {
    return <Known console={console} record={record} thread={thread.value} address={address} />;
  }
  // Reading the state follows a conversation that never was known.
  const isGone = thread.value?.state.value === 'failed' || console.store.conversations.isRemoved(number);
  if (isGone) return <Gone address={address} />;
  return (
    <section class="conversation is-loading" aria-label={t('conversation', { number })}>
      <Skeleton label={t('loading')} lines={6} />
    </section>
  );
}

/** Says that the conversation cannot be shown, with a link to the view. */
function Gone({ address }: { address: ConversationsAddress }) {
  const { t } = useDesk().i18n;
  const { conversation: _, message: __, ...view } = address;
  return (
    <section class="conversation is-gone" aria-label={t('gone')}>
      <div role="alert">
        <Heading title={t('gone')} />
        <p>{t('goneText')}</p>
      </div>
      <a class="secondary" href={makeAddress(view)}>
        {t('toConversations')}
      </a>
    </section>
  );
}

type KnownProps = { console: Console; record: Record; thread: Thread; address: ConversationsAddress };

function Known({ console, record, thread, address }: KnownProps) {
  const { i18n, title } = useDesk();
  const { t } = i18n;
  const section = useRef<HTMLElement>();
  const areDetailsShown = useSignal(false);
  const replyTo = useSignal<number | null>(null);
  const seenUntil = useSeen(console, record);
  useViewing(console, record.id);
  const contact = console.store.contacts.get(record.contactId).value;
  const name = contact?.name || t('someone');
  const label = t('conversationWith', { name });
  // The main region of the page bears the name of the open conversation.
  useEffect(() => {
    const main = section.current?.closest('main');
    main?.setAttribute('aria-label', label);
    title.value = label;
    return () => main?.removeAttribute('aria-label');
  }, [label]);

  return (
    <section ref={section} class="conversation" aria-label={label}>
      <div class={`conversation-inside ${areDetailsShown.value ? 'has-details' : ''}`}>
        <ConversationHeader
          console={console}
          record={record}
          contact={contact}
          address={address}
          areDetailsShown={areDetailsShown}
        />
        <Refusals console={console} number={record.id} />
        <Messages
          console={console}
          record={record}
          thread={thread}
          seenUntil={seenUntil}
          replyTo={replyTo}
          marked={address.message ?? null}
        />
        <Composer console={console} record={record} thread={thread} replyTo={replyTo} />
        <Details console={console} record={record} contact={contact} address={address} areShown={areDetailsShown} />
      </div>
    </section>
  );
}
