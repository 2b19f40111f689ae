import type { Tx } from '../../db/tx.ts';
import type { Json } from '../../entities/columns.ts';
import type { Actor } from '../../records/actor.ts';
import type { StoredFile } from '../../storage/stored-file.ts';

/** The context of actions that run for an actor. */
export type ActionContext = {
  /** The actor in whose name they run. */
  actor: Actor;
  /** The event name for receivers of `send_webhook_event`: `macro.executed`, `automation_event.message_created`. */
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
   * Does the action to the conversation with this row key, in its own transaction or in `tx`'s.
   * @throws AppError as the command behind the action
   */
  run(tx: Tx, conversationId: number, params: Json[], context: ActionContext): Promise<void>;
};

/** A kind of action, from functions typed by its parameters. */
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
