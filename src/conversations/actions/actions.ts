import type { Tx } from '../../db/tx.ts';
import type { Action } from '../../entities/macro.ts';
import { AppError, invalidField } from '../../errors.ts';
import type { ActionContext, ActionKind } from './action-kind.ts';
import { type ActionName, actionKinds } from './action-kinds.ts';

/** An action as a client writes it. */
export type GivenAction = { name: string; params: readonly unknown[] };

/**
 * The actions with parameters ready to store. `whose` names the owner of the actions in errors.
 * @throws AppError `invalid` for an unsupported name or invalid parameters
 */
export function readActions(given: readonly GivenAction[], whose = 'Macro execution'): Action[] {
  return given.map(({ name, params }) => {
    try {
      return { name, params: kindOf(name, whose).read(params) };
    } catch (error) {
      if (error instanceof AppError && error.detail) throw invalidField('actions', `${name} ${ruleIn(error.detail)}`);
      throw error;
    }
  });
}

/** Does the action to the conversation with this row key. @throws AppError as its kind */
export function runAction(tx: Tx, conversationId: number, action: Action, context: ActionContext): Promise<void> {
  return kindOf(action.name).run(tx, conversationId, action.params, context);
}

/** Row keys of the blobs whose files the actions send. */
export function blobIdsIn(actions: readonly Action[]): number[] {
  const sending = actions.filter(({ name }) => name === 'send_attachment');
  return sending.flatMap(({ params }) => params.filter((id): id is number => typeof id === 'number'));
}

function kindOf(name: string, whose = 'Macro execution'): ActionKind {
  if (Object.hasOwn(actionKinds, name)) return actionKinds[name as ActionName];
  throw invalidField('actions', `${whose} actions ${name.slice(0, 100).toWellFormed()} not supported.`);
}

/** The rule without the field's name before it. */
const ruleIn = (detail: string) => detail.replace(/^actions /, '');
