import type { ComponentChildren } from 'preact';
import { useId, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { DashboardApp } from './dashboard-app.tsx';

export type AppTabsProps = {
  console: Console;
  /** The number of the open conversation. */
  conversation: number;
  /** What the first tab shows. */
  children: ComponentChildren;
};

/** The details of a conversation in one tab, and each dashboard app of the account in another; without apps, no tabs. */
export function AppTabs({ console, conversation, children }: AppTabsProps) {
  const { t } = useDesk().i18n;
  const id = useId();
  const chosen = useSignal(0);
  const apps = console.start.value.dashboard_apps;
  if (apps.length === 0) return <>{children}</>;
  const tabs = [{ id: 0, title: t('details') }, ...apps];
  const shown = apps.find((app) => app.id === chosen.value);

  /** Arrows lead from tab to tab. */
  function press(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isFromRight = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const at = tabs.findIndex((tab) => tab.id === chosen.peek());
    const next = tabs[(at + (isFromRight ? -step : step) + tabs.length) % tabs.length];
    if (!next) return;
    chosen.value = next.id;
    document.getElementById(`${id}-${next.id}`)?.focus();
  }

  return (
    <>
      <div class="tabs" role="tablist" aria-label={t('details')} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen.value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen.value ? 0 : -1}
            onClick={() => (chosen.value = tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" class="tab-panel" aria-labelledby={`${id}-${chosen.value}`}>
        {shown ? <DashboardApp key={shown.id} console={console} app={shown} conversation={conversation} /> : children}
      </div>
    </>
  );
}
