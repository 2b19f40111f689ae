import type { App } from '../app.ts';
import { FAULT_SENTENCES, faultOf, isOfSpace } from '../db/faults.ts';
import { AppError, wholeMessageOf } from '../errors.ts';
import { mailEvent } from '../channels/email/mail-event.ts';
import { hasInbox, keepFor } from '../resources/provider_callbacks/keep-mail.ts';

/** An answer that is no "250", with its code. */
export type Refusal = Error & { responseCode: number };

const STORED = '2.0.0 it is stored';

/** Why mails to this address are not taken now, or never; null = they are. */
export async function recipientRefusal(app: App, address: string): Promise<Refusal | null> {
  try {
    return (await hasInbox(app.tx(), address)) ? null : noInbox();
  } catch (error) {
    return later(app, error);
  }
}

/**
 * Stores the mail in the file at `path`, null = one that is too large, for each of these addresses. Returns the answer to each, in their
 * order; `STORED` after the commit.
 */
export async function keepMailOf(
  app: App,
  path: string | null,
  addresses: readonly string[],
): Promise<(string | Refusal)[]> {
  if (path === null) return addresses.map(tooLarge);
  const mail = await mailEvent(path);
  const answers: (string | Refusal)[] = [];
  for (const address of addresses) {
    try {
      answers.push((await keepFor(app.tx(), app.config.data_dir, mail, [address], app.now())) > 0 ? STORED : noInbox());
    } catch (error) {
      answers.push(later(app, error));
    }
  }
  return answers;
}

export const stopping = () => refusal(421, '4.3.2 the server is stopping');

const tooLarge = () => refusal(552, '5.3.4 the mail is too large');

export const tooMany = () => refusal(452, '4.5.3 a mail has too many recipients');

const noInbox = () => refusal(550, '5.1.1 no inbox has this address');

/** Asks for the mail again later: the database cannot store it now, the account has no room, or a bug may be mended until then. */
export function later(app: App, error: unknown): Refusal {
  if (error instanceof AppError && error.code === 'storage_full') {
    return refusal(452, `4.2.2 ${wholeMessageOf(error)}`);
  }
  const fault = faultOf(error);
  app.faults.noteElsewhere(error);
  app.log[fault === null ? 'error' : 'warn']({ err: error }, 'a mail could not be stored');
  if (fault === null) return refusal(451, '4.3.0 it could not be stored');
  const [replyCode, status] = isOfSpace(fault) ? [452, '4.3.1'] : [451, '4.3.0'];
  return refusal(replyCode, `${status} ${FAULT_SENTENCES[fault]}`);
}

function refusal(responseCode: number, text: string): Refusal {
  return Object.assign(new Error(text), { responseCode });
}
