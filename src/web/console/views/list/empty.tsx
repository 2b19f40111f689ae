import { Icon } from '../../../kit/icon.tsx';
import { useSignal } from '../../../kit/view.ts';
import { type Address, type ConversationsAddress, makeAddress, type ViewQuery } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { TextKey } from '../../locales.ts';
import { FirstSteps } from '../../shell/parts.ts';
import type { FirstStep } from '../first-steps/first-steps.tsx';

type Way = { label: TextKey; to: Address };
type Said = { title: TextKey; text: TextKey; way?: Way };

/** Stands where a list has nothing, with what to do next. */
export function Empty({ address, console }: { address: ConversationsAddress; console: Console }) {
  const { t } = useDesk().i18n;
  const step = useSignal<FirstStep>(null);
  const { inboxes, permissions } = console.start.value;
  const mayBegin = inboxes.length === 0 && permissions.includes('inbox:write');
  // What was begun stays when the inbox is there.
  if (mayBegin || step.value !== null) return <FirstSteps console={console} step={step} />;
  const { title, text, way } = saidOf(address, inboxes.length > 0);
  return (
    <div class="list-empty">
      <Icon outline={ICONS.unassigned} />
      <p class="list-empty-title">{t(title)}</p>
      <p>{t(text)}</p>
      {way && (
        <a class="secondary" href={makeAddress(way.to)}>
          {t(way.label)}
        </a>
      )}
    </div>
  );
}

function saidOf(address: ConversationsAddress, hasInbox: boolean): Said {
  const { account, view, query } = address;
  const dashboard = (of: ViewQuery): Address => ({
    screen: 'conversations',
    account,
    view: { kind: 'dashboard' },
    query: of,
  });
  if (!hasInbox) return { title: 'noInbox', text: 'noInboxText' };
  const toAll: Way = { label: 'showAll', to: dashboard({ assignee: 'all' }) };
  if (view.kind === 'custom_view' || query.filter !== undefined) {
    return { title: 'emptyFilter', text: 'emptyFilterText', way: toAll };
  }
  const { status, ...others } = query;
  if (status !== undefined) {
    return {
      title: 'emptyStatus',
      text: 'emptyStatusText',
      way: { label: 'showOpen', to: { ...address, query: others } },
    };
  }
  switch (view.kind) {
    case 'dashboard': {
      const toUnassigned: Way = { label: 'showUnassigned', to: dashboard({ assignee: 'unassigned' }) };
      if (query.assignee === 'unassigned') return { title: 'emptyUnassigned', text: 'emptyUnassignedText', way: toAll };
      if (query.assignee === 'all') return { title: 'emptyAll', text: 'emptyAllText' };
      return { title: 'emptyMine', text: 'emptyMineText', way: toUnassigned };
    }
    case 'mentions':
      return { title: 'emptyMentions', text: 'emptyMentionsText', way: toAll };
    case 'participating':
      return { title: 'emptyParticipating', text: 'emptyParticipatingText', way: toAll };
    case 'unattended':
      return { title: 'emptyUnattended', text: 'emptyUnattendedText', way: toAll };
    default: {
      const resolved: Address = { ...address, query: { ...query, status: 'resolved' } };
      return { title: 'emptyPlace', text: 'emptyPlaceText', way: { label: 'showResolved', to: resolved } };
    }
  }
}

/** Stands where the address has no filter that could be applied: its saved view is gone, or it is damaged. */
export function NoFilter({ account, isGone }: { account: number; isGone: boolean }) {
  const { t } = useDesk().i18n;
  const to: Address = { screen: 'conversations', account, view: { kind: 'dashboard' }, query: { assignee: 'all' } };
  return (
    <div class="list-empty" role="alert">
      <Icon outline={ICONS.savedView} />
      <p class="list-empty-title">{t(isGone ? 'viewGone' : 'filterUnreadable')}</p>
      <p>{t(isGone ? 'viewGoneText' : 'filterUnreadableText')}</p>
      <a class="secondary" href={makeAddress(to)}>
        {t('showAll')}
      </a>
    </div>
  );
}
