import { Skeleton } from '../../kit/controls/skeleton.tsx';
import { useEffect } from '../../kit/view.ts';
import type { ConversationsAddress } from '../addresses.ts';
import { PickerDialog } from '../commands/parts.ts';
import { triageLetters } from '../commands/triage.ts';
import type { Console } from '../console.ts';
import { useDesk } from '../desk.ts';
import { watchLetters } from '../shell/watch-keys.ts';
import { Conversation } from '../views/thread/thread.tsx';
import { ConversationList } from '../views/list/list.tsx';
import { useRefusals } from '../views/list/use-refusals.ts';
import { AccountFailed } from './account-failed.tsx';

/** A view of conversations, and the one that is open. */
export function Conversations({ address }: { address: ConversationsAddress }) {
  const { account, i18n } = useDesk();
  const opened = account.state.value;
  if (opened.is === 'failed') return <AccountFailed error={opened.error} />;
  if (opened.is !== 'open') return <Skeleton label={i18n.t('loading')} />;
  return <Opened address={address} console={opened.console} />;
}

function Opened({ address, console }: { address: ConversationsAddress; console: Console }) {
  const desk = useDesk();
  const { conversation } = address;
  const picker = desk.commands.picker.value;
  useEffect(() => watchLetters(triageLetters({ desk, console, address })), [console, address]);
  useRefusals(console, conversation);
  // Numbers of conversations are of one account.
  useEffect(() => () => desk.commands.forget(), [console]);
  return (
    <div class={conversation === undefined ? 'desk' : 'desk has-conversation'}>
      <ConversationList address={address} console={console} />
      {conversation !== undefined && (
        <Conversation key={conversation} number={conversation} address={address} console={console} />
      )}
      {picker && <PickerDialog console={console} picker={picker} />}
    </div>
  );
}
