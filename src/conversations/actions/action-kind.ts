import type { Tx } from '../../db/tx.ts';
import type { Json } from '../../entities/columns.ts';
import type { Actor } from '../../records/actor.ts';
import type { StoredFile } from '../../storage/stored-file.ts';

/** What the actions that run for somebody have in common. */
export type ActionContext = {
  /** In whose name they run. */
  actor: Actor;
  /** What receivers of `send_webhook_event` are told has happened: `macro.executed`, `automation_event.message_created`. */
  event: string;
  /** How many transcripts the account may have sent in an hour; 0 = no limit. */
  transcriptsPerHour: number;
  /** How many mails to its teams the account may have sent in an hour; 0 = no limit. */
  teamMailsPerHour: number;
  /** The files of `send_attachment`, by the row keys of their blobs: stored, each for this one use. */
  files: ReadonlyMap<number, StoredFile>;
  /** The automation rule that does them; absent = none does. */
  ruleId?: number;
  now: Date;
};

/** A kind of action on a conversation. */
export type ActionKind = {
  /**
   * The parameters in the form in which they are stored; `run` gets them again.
   * @throws AppError `invalid`
   */
  read(given: readonly unknown[]): Json[];
  /**
   * Does it to the conversation with this row key, in a transaction of its own or in that of `tx`.
   * @throws AppError as the command that it calls
   */
  run(tx: Tx, conversationId: number, params: Json[], context: ActionContext): Promise<void>;
};

/** A kind of action, from functions that know the type of its parameters. */
export function actionKind<P extends Json[]>(kind: {
  read(given: readonly unknown[]): P;
  run(tx: Tx, conversationId: number, params: P, context: ActionContext): Promise<unknown>;
}): ActionKind {
  return {
    read: kind.read,
    async run(tx, conversationId, params, context) {
      await kind.run(tx, conversationId, kind.read(params), context);
    },
  };
}
