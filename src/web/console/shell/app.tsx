import { useEffect } from '../../kit/view.ts';
import { Skeleton } from '../../kit/controls/skeleton.tsx';
import { type Address, makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { AccountFailed } from '../screens/account-failed.tsx';
import { Conversations } from '../screens/conversations.tsx';
import { OfApi } from '../screens/of-api.tsx';
import { NoAccount, Nowhere, OtherAccount, Unreachable } from '../screens/problems.tsx';
import type { User } from '../session/user.ts';
import { Frame } from './frame.tsx';
import { Guarded } from './guarded.tsx';
import { Forgot, Notifications, Search, Setup, SignIn } from './parts.ts';

/** The screen at the address, for the one who is there. */
export function App() {
  const { i18n, place, session } = useDesk();
  const address = place.address.value;
  const state = session.state.value;

  // What somebody may see without signing in.
  if (address.screen === 'setup') return <Setup token={address.token} />;
  if (address.screen === 'forgot') return <Forgot />;
  if (address.screen === 'login' && address.token) return <SignIn {...address} key="link" />;
  switch (state.is) {
    case 'unknown':
      return (
        <main id="content" class="outside">
          <Skeleton label={i18n.t('loading')} />
        </main>
      );
    case 'unreachable':
      return <Unreachable error={state.error} />;
    case 'out':
      return <SignIn {...(address.screen === 'login' ? address : {})} key="link" />;
    case 'in':
      return <Inside user={state.user} address={address} />;
  }
}

/** For somebody who is signed in. */
function Inside({ user, address }: { user: User; address: Address }) {
  const { place } = useDesk();
  const own = user.accounts.find(({ id }) => id === user.account_id) ?? user.accounts[0];
  const isEntrance = address.screen === 'home' || address.screen === 'login';
  useEffect(() => {
    if (!isEntrance || !own) return;
    place.go({ screen: 'conversations', account: own.id, view: { kind: 'dashboard' }, query: {} }, true);
  }, [isEntrance, own?.id]);

  const asked = 'account' in address ? (address.account ?? null) : null;
  const isMember = user.accounts.some(({ id }) => id === asked);
  const account = isMember ? asked : (own?.id ?? null);
  return (
    <Frame user={user} account={account}>
      {!own ? (
        <NoAccount />
      ) : asked !== null && !isMember ? (
        <OtherAccount user={user} />
      ) : (
        <Guarded screen={makeAddress(address)}>
          <Screen address={address} account={account} />
        </Guarded>
      )}
    </Frame>
  );
}

function Screen({ address, account }: { address: Address; account: number | null }) {
  switch (address.screen) {
    case 'home':
    case 'login':
      return null;
    case 'conversations':
      return <Conversations address={address} />;
    case 'notifications':
      return <NotificationsOf />;
    case 'search':
      return <Search address={address} />;
    case 'nowhere':
      return <Nowhere account={account} />;
    default:
      return <OfApi address={address} />;
  }
}

/** The notifications of the open account. */
function NotificationsOf() {
  const { account, i18n } = useDesk();
  const opened = account.state.value;
  if (opened.is === 'failed') return <AccountFailed error={opened.error} />;
  if (opened.is !== 'open') return <Skeleton label={i18n.t('loading')} />;
  return <Notifications console={opened.console} />;
}
