import { Icon } from '../../kit/icon.tsx';
import { type Address, makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { Count } from './count.tsx';
import { MAIN, type MainLink } from './sidebar.ts';

/** The areas of the console. */
export function MainNavigation({ account }: { account: number }) {
  const { i18n, place, sidebar } = useDesk();
  const { screen } = place.address.value;
  return (
    <nav class="main-links" aria-label={i18n.t('main')}>
      <ul>
        {MAIN.map((name) => (
          <li key={name}>
            <a
              title={i18n.t(name)}
              href={makeAddress(addressOf(name, account))}
              aria-current={screensOf(name).includes(screen) ? 'page' : undefined}
            >
              <Icon outline={ICONS[name]} />
              <Count name={i18n.t(name)} unread={sidebar.value.unread[name]} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where an area begins. */
export function addressOf(name: MainLink, account: number): Address {
  switch (name) {
    case 'conversations':
      return { screen: name, account, view: { kind: 'dashboard' }, query: {} };
    case 'contacts':
      return { screen: name, account, query: '' };
    case 'helpCentre':
      return { screen: 'portals', account, below: [], query: '' };
    default:
      return { screen: name, account, below: [], query: '' };
  }
}

const screensOf = (name: MainLink): Address['screen'][] =>
  name === 'helpCentre' ? ['portals'] : name === 'settings' ? ['settings', 'onboarding'] : [name];
