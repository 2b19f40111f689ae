import type { Storage } from './storage.ts';
import type { WireAttachment } from './wire.ts';

/** A message that the server has not acknowledged. */
export type Outgoing = {
  /** The id that the client gave it, which the team sees too. */
  echoId: string;
  /** The `Idempotency-Key` of its repetitions: nobody else may know it, because they are answered with the visitor's token. */
  key: string;
  /** The request as it was first sent: a repetition must be the same. */
  body: { message: { content: string; [key: string]: unknown }; [key: string]: unknown };
  /** Unix seconds, later for each of a tab; they are sent in this order. */
  writtenAt: number;
  /** Whose message it is; null = of a visitor that the server does not know yet. */
  visitor: string | null;
  /** How the files of the message are shown, which are kept elsewhere. */
  attachments?: readonly WireAttachment[];
  /** Why the server refused it, '' = it did not say; it is sent again only when the visitor wants it. */
  problem?: string;
};

export type Outbox = {
  all: () => Outgoing[];
  find: (echoId: string) => Outgoing | undefined;
  put: (message: Outgoing) => void;
  remove: (echoId: string) => void;
  /** Gives what the visitor wrote under another token to the new one; null = a visitor that is not known yet. */
  give: (from: string | null, to: string | null) => void;
};

/** Before the names of messages. */
export const OUTBOX = 'outbox:';

/**
 * Messages on their way, in the order of writing, shared by the tabs of the website. Each has a name of its own, because
 * a tab that changed a list of all would undo what another one writes at the same time.
 */
export function openOutbox(storage: Storage): Outbox {
  const nameOf = (echoId: string) => OUTBOX + echoId;
  const find = (echoId: string) => read(storage.read(nameOf(echoId)));
  function all(): Outgoing[] {
    const found = storage.names(OUTBOX).flatMap((name) => read(storage.read(name)) ?? []);
    found.sort((a, b) => a.writtenAt - b.writtenAt);
    return found;
  }
  const put = (message: Outgoing) => storage.write(nameOf(message.echoId), JSON.stringify(message));

  return {
    all,
    find,
    put,
    remove: (echoId) => storage.write(nameOf(echoId), null),
    give(from, to) {
      for (const one of all()) if (one.visitor === from) put({ ...one, visitor: to });
    },
  };
}

function read(text: string | null): Outgoing | undefined {
  try {
    const found: unknown = JSON.parse(text ?? '');
    return isOutgoing(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isOutgoing(found: unknown): found is Outgoing {
  return typeof found === 'object' && found !== null && 'echoId' in found && 'key' in found && 'body' in found;
}
