import type { Address } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import type { TextKey } from '../locales.ts';
import { Notice } from './notice.tsx';

/** The title of a screen by the part of the address that follows its area; '' = nothing follows. */
const TITLES: Partial<Record<Address['screen'], Record<string, TextKey>>> = {
  reports: {
    '': 'overview',
    overview: 'overview',
    conversation: 'conversationsReport',
    conversations: 'conversationsReport',
    agent: 'agentsReport',
    agents: 'agentsReport',
    inboxes: 'inboxesReport',
    label: 'labelsReport',
    labels: 'labelsReport',
    teams: 'teamsReport',
    csat: 'csat',
  },
  settings: {
    '': 'settings',
    inboxes: 'inboxes',
    agents: 'membersScreen',
    teams: 'teams',
    labels: 'labels',
    attributes: 'attributes',
    automation: 'automation',
    macros: 'macros',
    'canned-response': 'cannedResponses',
    'assignment-policy': 'assignment',
    integrations: 'integrations',
    'integrations/webhook': 'webhooks',
    'integrations/dashboard_apps': 'dashboardApps',
    'agent-bots': 'bots',
    sla: 'sla',
    security: 'security',
    'audit-log': 'auditLog',
    general: 'accountScreen',
  },
};

const OTHERS: Partial<Record<Address['screen'], TextKey>> = {
  contacts: 'contacts',
  reports: 'reports',
  campaigns: 'campaigns',
  portals: 'helpCentre',
  notifications: 'notifications',
  settings: 'settings',
  onboarding: 'inboxes',
  profile: 'profile',
  search: 'search',
};

/** The title of the screen at an address. */
export function titleOf(address: Address): TextKey {
  const below = 'below' in address ? address.below : [];
  const titles = new Map(Object.entries(TITLES[address.screen] ?? {}));
  return titles.get(below.slice(0, 2).join('/')) ?? titles.get(below[0] ?? '') ?? OTHERS[address.screen] ?? 'nowhere';
}

/** Whether a provider sends browsers there once a service is connected. */
function isReturn(address: Address): boolean {
  if (address.screen === 'onboarding') return true;
  if (address.screen !== 'settings') return false;
  const [part, which] = address.below;
  return (part === 'inboxes' || part === 'integrations') && which !== undefined;
}

/** A part that is set up through the API. */
export function OfApi({ address }: { address: Address }) {
  const { t } = useDesk().i18n;
  return (
    <Notice title={t(titleOf(address))}>
      {isReturn(address) && <p>{t('connected')}</p>}
      <p>{t('byApi')}</p>
      <p>{t('byApiRead')}</p>
      <p>
        <a class="secondary" href="/docs">
          {t('byApiLink')}
        </a>
      </p>
    </Notice>
  );
}
