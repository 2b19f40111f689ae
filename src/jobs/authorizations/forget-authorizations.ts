import type { App } from '../../app.ts';
import { deleteEndedAuthorizations } from '../../resources/authorizations/due-authorizations.ts';

/** Removes authorizations that could not be revoked in time, and used states. */
export async function forgetAuthorizations(app: App, now: Date): Promise<void> {
  await deleteEndedAuthorizations(app.tx(), now);
}
