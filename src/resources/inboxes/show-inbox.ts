import type { Tx } from '../../db/tx.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { mayOnlyRead, type Scoped, seesSecrets } from '../../records/access/token-scope.ts';
import type { Shown } from '../../wire/shape.ts';
import type { inboxShape } from './answers.ts';
import { presentInbox } from './presenter.ts';
import type { InboxRow } from './queries.ts';

type Showing = { tx: Tx; caller: Scoped; publicUrl: string };

/** An inbox as the caller may see it. */
export function showInbox({ tx, caller, publicUrl }: Showing, inbox: InboxRow): Shown<typeof inboxShape> {
  const secrets = seesSecrets(caller) ? openSecrets(tx, inbox.sealedSecrets) : null;
  const shown = presentInbox(inbox, secrets, publicUrl);
  // With it and a contact's source id, anyone writes as the contact.
  return mayOnlyRead(caller) ? { ...shown, inbox_identifier: null } : shown;
}
