import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { noteRegistration } from '../../resources/inboxes/registration/note-registration.ts';
import type { ClaimedMailbox } from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';

/** Failures in a row after which the inbox says what is wrong: those before may be over by then. */
export const TELLING_FAILURES = 3;

/** Stores with the inbox why its mailbox cannot be read, for administrators to see; null = it can. */
export async function noteProblem(
  app: App,
  { accountId, inboxId }: Pick<ClaimedMailbox, 'accountId' | 'inboxId'>,
  problem: string | null,
): Promise<void> {
  try {
    const { id, name } = await readAccount(app.tx(), accountId);
    await noteRegistration(app.tx(), { account: { id, name }, inboxId }, { imap_error: problem }, app.now());
  } catch (error) {
    // The inbox has been deleted meanwhile.
    if (!(error instanceof AppError)) throw error;
  }
}
