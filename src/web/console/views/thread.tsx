import { Markdown } from '../../kit/markdown.tsx';
import { useSignal } from '../../kit/view.ts';
import type { ConversationsAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import { useDesk } from '../desk.ts';

export type ConversationProps = { number: number; address: ConversationsAddress; console: Console };

/** An open conversation. */
export function Conversation({ number, console }: ConversationProps) {
  const { t } = useDesk().i18n;
  const thread = useSignal(console.openThread(number)).value;
  return (
    <section class="thread" aria-label={t('conversation', { number })}>
      <div role="log">
        {thread.ids.value.map((id) => (
          <Message key={id} id={id} console={console} />
        ))}
      </div>
    </section>
  );
}

function Message({ id, console }: { id: number; console: Console }) {
  const message = console.store.messages.get(id).value;
  return message ? (
    <article>
      <Markdown text={message.content} />
    </article>
  ) : null;
}
