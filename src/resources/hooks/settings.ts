import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { IntegrationApp } from './apps/app.ts';
import type { HookRow } from './queries.ts';

/** All settings of the hook, with the secret ones. */
export function settingsOf(
  tx: Tx,
  { settings, sealedSettings }: Pick<HookRow, 'settings' | 'sealedSettings'>,
): Attributes {
  const secret = sealedSettings === null ? {} : (JSON.parse(tx.installation.vault.open(sealedSettings)) as Attributes);
  return { ...settings, ...secret };
}

/** The columns that hold the settings: those that the app does not show are sealed. */
export function settingsColumns(tx: Tx, { visible }: IntegrationApp, settings: Attributes) {
  const entries = Object.entries(settings);
  const shown = Object.fromEntries(entries.filter(([name]) => visible.includes(name)));
  const secret = Object.fromEntries(entries.filter(([name]) => !visible.includes(name)));
  const hasSecret = Object.keys(secret).length > 0;
  return {
    settings: json(shown),
    sealed_settings: hasSecret ? tx.installation.vault.seal(JSON.stringify(secret)) : null,
  };
}
