import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { WebsiteDialog } from './website-dialog.tsx';

/** What a new administrator is doing. */
export type FirstStep = 'website' | 'invite' | null;

export type FirstStepsProps = { console: Console; step: Signal<FirstStep> };

/** The ways on from an account in which nothing can arrive yet. */
export function FirstSteps({ console, step }: FirstStepsProps) {
  const { t } = useDesk().i18n;
  return (
    <div class="list-empty first-steps">
      <Icon outline={ICONS.inbox} />
      <p class="list-empty-title">{t('noInbox')}</p>
      <p>{t('firstStepsText')}</p>
      <ul class="ways">
        <li>
          <button type="button" class="primary" onClick={() => (step.value = 'website')}>
            {t('setUpWebsite')}
          </button>
        </li>
        <li>
          <a class="secondary" href="/docs/channels" target="_blank" rel="noopener">
            {t('otherChannels')}
          </a>
        </li>
        <li>
          <button type="button" class="secondary" onClick={() => (step.value = 'invite')}>
            {t('inviteColleagues')}
          </button>
        </li>
      </ul>
      {step.value === 'website' && <WebsiteDialog console={console} onClose={() => (step.value = null)} />}
      {step.value === 'invite' && <InviteDialog console={console} onClose={() => (step.value = null)} />}
    </div>
  );
}
