import { Skeleton } from '../../kit/controls/skeleton.tsx';
import type { ConversationsAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { Conversation } from '../views/thread/thread.tsx';
import { ConversationList } from '../views/list/list.tsx';
import { AccountFailed } from './account-failed.tsx';

/** A view of conversations, and the one that is open. */
export function Conversations({ address }: { address: ConversationsAddress }) {
  const { account, i18n } = useDesk();
  const opened = account.state.value;
  if (opened.is === 'failed') return <AccountFailed error={opened.error} />;
  if (opened.is !== 'open') return <Skeleton label={i18n.t('loading')} />;
  const { console } = opened;
  const { conversation } = address;
  return (
    <div class={conversation === undefined ? 'desk' : 'desk has-conversation'}>
      <ConversationList address={address} console={console} />
      {conversation !== undefined && (
        <Conversation key={conversation} number={conversation} address={address} console={console} />
      )}
    </div>
  );
}
