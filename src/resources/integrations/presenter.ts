import type { Shown } from '../../wire/shape.ts';
import type { IntegrationApp } from '../hooks/apps/app.ts';
import type { HookRow } from '../hooks/queries.ts';
import type { appShape, hookShape } from './answers.ts';

/** Which apps an account has, and with what. */
export type Used = { hooks: HookRow[]; hasWebhooks: boolean; hasDashboardApps: boolean };

/**
 * An app with the account's use of it. `action`: the address for connecting it, null = none. `administrator` null = the
 * caller does not see the settings.
 */
export function presentApp(
  app: IntegrationApp,
  used: Used,
  administrator: { action: string | null } | null,
): Shown<typeof appShape> {
  const hooks = used.hooks.filter(({ appId }) => appId === app.id);
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    short_description: app.description,
    enabled: isUsed(app, used),
    hooks: hooks.map((hook) => presentHook(hook, administrator !== null)),
    ...(administrator && {
      logo: app.logo,
      i18n_key: app.i18nKey,
      action: administrator.action,
      button: hooks.length > 0 && app.provider !== null ? 'reconnect' : 'connect',
      hook_type: 'account' as const,
      allow_multiple_hooks: app.allowsMultipleHooks,
      visible_properties: app.visible,
      ...(app.schema && { settings_json_schema: app.schema }),
      ...(app.form && { settings_form_schema: app.form }),
    }),
  };
}

function isUsed({ id }: IntegrationApp, { hooks, hasWebhooks, hasDashboardApps }: Used): boolean {
  if (id === 'webhook') return hasWebhooks;
  if (id === 'dashboard_apps') return hasDashboardApps;
  return hooks.some(({ appId }) => appId === id);
}

/** The channel of Slack that has been chosen, or else what is connected. */
function referenceOf({ settings, referenceId }: HookRow): string | null {
  const { channel_id: channel } = settings;
  return typeof channel === 'string' ? channel : referenceId;
}

export function presentHook(hook: HookRow, isAdministrator: boolean): Shown<typeof hookShape> {
  const connection = hook.authorizationId !== null && {
    ...hook.details,
    reauthorization_required: hook.problem !== null,
    problem: hook.problem,
  };
  return {
    id: hook.id,
    app_id: hook.appId,
    status: hook.enabled && hook.problem === null,
    inbox: null,
    account_id: hook.accountId,
    hook_type: 'account',
    ...(isAdministrator && { settings: { ...connection, ...hook.settings }, reference_id: referenceOf(hook) }),
  };
}
