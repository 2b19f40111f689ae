import type { Shown } from '../../wire/shape.ts';
import type { AuthorizationRow } from '../authorizations/queries.ts';
import type { appShape } from './answers.ts';
import type { IntegrationApp } from './apps.ts';

/**
 * An app with what the account has connected there: `row`, null = nothing. `action`: where a browser connects it, null =
 * nowhere. `administrator` null = the caller is not shown how it is connected.
 */
export function presentApp(
  app: IntegrationApp,
  row: AuthorizationRow | null,
  accountId: number,
  administrator: { action: string | null } | null,
): Shown<typeof appShape> {
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    short_description: app.description,
    enabled: row !== null,
    hooks: row ? [presentHook(app, row, accountId, administrator !== null)] : [],
    ...(administrator && {
      logo: `${app.id}.png`,
      i18n_key: app.id,
      action: administrator.action,
      button: row ? 'reconnect' : 'connect',
      hook_type: 'account' as const,
      allow_multiple_hooks: false,
      visible_properties: [],
    }),
  };
}

function presentHook({ id }: IntegrationApp, row: AuthorizationRow, accountId: number, isAdministrator: boolean) {
  return {
    id: row.id,
    app_id: id,
    status: row.problem === null,
    inbox: null,
    account_id: accountId,
    hook_type: 'account' as const,
    ...(isAdministrator && {
      settings: { ...row.details, reauthorization_required: row.problem !== null, problem: row.problem },
      reference_id: row.referenceId,
    }),
  };
}
