import { Avatar } from '../../kit/avatar.tsx';
import { MenuButton, type MenuGroup } from '../../kit/controls/menu.tsx';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { useAttempt } from '../session/use-attempt.ts';
import { AVAILABILITIES, type Availability, type User } from '../session/user.ts';

export type AccountMenuProps = { user: User; account: number | null; showShortcuts: () => void };

/** The user: whether they are available, in which account they work, and the way out. */
export function AccountMenu({ user, account, showShortcuts }: AccountMenuProps) {
  const { i18n, session, place, push } = useDesk();
  const { t } = i18n;
  const attempt = useAttempt();
  const membership = user.accounts.find(({ id }) => id === account);

  async function leave() {
    // The next user of this browser is not told of what is for this one; without the server, the session ends all the same.
    await push.forget().catch(() => {});
    await session.signOut();
    place.go({ screen: 'login' });
  }

  const groups: MenuGroup[] = [
    ...(membership
      ? [
          {
            label: t('availability'),
            items: AVAILABILITIES.map((availability) => ({
              label: t(availability),
              mark: <Presence of={availability} />,
              isChosen: membership.availability === availability,
              onSelect: () => void attempt(() => session.setAvailability(membership.id, availability)),
            })),
          },
        ]
      : []),
    ...(user.accounts.length > 1
      ? [
          {
            label: t('accounts'),
            items: user.accounts.map(({ id, name }) => ({
              label: name,
              icon: ICONS.account,
              isChosen: id === account,
              onSelect: () =>
                place.go({ screen: 'conversations', account: id, view: { kind: 'dashboard' }, query: {} }),
            })),
          },
        ]
      : []),
    {
      items: [
        ...(account === null
          ? []
          : [{ label: t('profile'), icon: ICONS.profile, href: makeAddress({ screen: 'profile', account }) }]),
        { label: t('shortcuts'), icon: ICONS.keyboard, onSelect: showShortcuts },
        { label: t('signOut'), icon: ICONS.signOut, onSelect: () => void attempt(leave) },
      ],
    },
  ];

  return (
    <MenuButton label={t('yourAccount')} class="account-button" groups={groups}>
      <Avatar name={user.available_name} url={user.avatar_url} />
      {membership && <Presence of={membership.availability} />}
    </MenuButton>
  );
}

function Presence({ of }: { of: Availability }) {
  return <span class={`presence is-${of}`} aria-hidden="true" />;
}
