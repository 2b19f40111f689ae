import { Icon } from '../../kit/icon.tsx';
import { useEffect, useId, useRef } from '../../kit/view.ts';
import { type ConversationsAddress, makeAddress, type View, type ViewQuery } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { Count } from './count.tsx';
import { FIXED, FIXED_VIEWS, type ViewLink } from './sidebar.ts';

export type ViewsNavigationProps = {
  account: number;
  /** Whether it is shown on phones, where it covers the screen. */
  isShown: boolean;
  onHide: () => void;
};

/** The views of conversations. */
export function ViewsNavigation({ account, isShown, onHide }: ViewsNavigationProps) {
  const { i18n, sidebar } = useDesk();
  const { t } = i18n;
  const navigation = useRef<HTMLElement>();
  const { unread, savedViews, teams, inboxes, labels } = sidebar.value;
  useEffect(() => {
    if (isShown) navigation.current?.querySelector('a')?.focus();
  }, [isShown]);

  return (
    <nav
      ref={navigation}
      id="views"
      class={`views ${isShown ? 'is-shown' : ''}`}
      aria-label={t('views')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isShown) onHide();
      }}
    >
      <ul>
        {FIXED.map((name) => (
          <li key={name}>
            <ViewAnchor account={account} {...FIXED_VIEWS[name]}>
              <Icon outline={ICONS[name]} />
              <Count name={t(name)} unread={unread[name]} />
            </ViewAnchor>
          </li>
        ))}
      </ul>
      <Group account={account} title={t('savedViews')} links={savedViews} icon={ICONS.savedView} />
      <Group account={account} title={t('teams')} links={teams} icon={ICONS.team} />
      <Group account={account} title={t('inboxes')} links={inboxes} icon={ICONS.inbox} />
      <Group account={account} title={t('labels')} links={labels} />
    </nav>
  );
}

type GroupProps = { account: number; title: string; links: readonly ViewLink[]; icon?: string };

/** A list with a title, unless nothing is in it. */
function Group({ account, title, links, icon }: GroupProps) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ name, view, query = {}, unread, colour }) => (
          <li key={makeAddress({ screen: 'conversations', account, view, query })}>
            <ViewAnchor account={account} view={view} query={query}>
              {icon ? <Icon outline={icon} /> : <Dot colour={colour} />}
              <Count name={name} unread={unread} />
            </ViewAnchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The colour of a label, which an attribute of the style cannot give: the page forbids these. */
function Dot({ colour = '' }: { colour?: string | undefined }) {
  return (
    <svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={colour} />
    </svg>
  );
}

type ViewAnchorProps = { account: number; view: View; query: ViewQuery; children: preact.ComponentChildren };

function ViewAnchor({ account, view, query, children }: ViewAnchorProps) {
  const { place } = useDesk();
  const address: ConversationsAddress = { screen: 'conversations', account, view, query };
  const here = place.address.value;
  const isFiltered = here.screen === 'conversations' && here.query.filter !== undefined && view.kind !== 'custom_view';
  const isHere = here.screen === 'conversations' && !isFiltered && sameView(here, address);
  return (
    <a href={makeAddress(address)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** Whether both are of the same view, however it is sorted, and for whichever status. */
function sameView(one: ConversationsAddress, other: ConversationsAddress): boolean {
  const nameOf = ({ account, view, query }: ConversationsAddress) =>
    makeAddress({
      screen: 'conversations',
      account,
      view,
      query: query.assignee === undefined || query.assignee === 'me' ? {} : { assignee: query.assignee },
    });
  return nameOf(one) === nameOf(other);
}
