import type { Tx } from '../../db/tx.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import type { Json } from '../../entities/columns.ts';
import type { Action } from '../../entities/macro.ts';
import { invalidField } from '../../errors.ts';

/** The part of an action that is possible in the account; null = none. `lacks` names the missing part; null = complete. */
export type PossiblePart = { action: Action | null; lacks: string | null };

/** @throws AppError `invalid` for an action that names what the account does not have, or may not have */
export async function checkActions(tx: Tx, accountId: number, actions: readonly Action[]): Promise<void> {
  for (const action of actions) {
    if (action.name === 'assign_agent' && action.params[0] === 'self') {
      throw invalidField('actions', 'assign_agent takes self in macros alone');
    }
    if (action.name === 'send_webhook_event') {
      const { allowedNetworks } = tx.installation;
      checkWebhookUrl('actions', String(action.params[0]), { allowedNetworks });
    }
    const { lacks } = await possiblePart(tx, accountId, action);
    if (lacks !== null) throw invalidField('actions', `${action.name} names ${lacks}`);
  }
}

/** Looks whether the account has the agents, teams and labels that the action names. */
export async function possiblePart(tx: Tx, accountId: number, action: Action): Promise<PossiblePart> {
  const { name, params } = action;
  if (name === 'assign_agent') return whole(action, 'an agent', await missing(tx, accountId, 'agent', params));
  if (name === 'assign_team') return whole(action, 'a team', await missing(tx, accountId, 'team', params));
  if (name === 'add_label') {
    const gone = await missing(tx, accountId, 'label', params);
    return rest(
      action,
      'a label',
      gone,
      params.filter((label) => !gone.includes(label)),
    );
  }
  if (name === 'send_email_to_team') {
    const { team_ids: ids, ...mail } = params[0] as { team_ids: Json[] };
    const gone = await missing(tx, accountId, 'team', ids);
    const left = ids.filter((id) => !gone.includes(id));
    return rest(action, 'a team', gone, left.length > 0 ? [{ ...mail, team_ids: left }] : []);
  }
  return { action, lacks: null };
}

const lacking = (what: string, gone: Json[]) => `${what} that the account does not have: ${gone.join(', ')}`;

function whole(action: Action, what: string, gone: Json[]): PossiblePart {
  return gone.length === 0 ? { action, lacks: null } : { action: null, lacks: lacking(what, gone) };
}

function rest(action: Action, what: string, gone: Json[], params: Json[]): PossiblePart {
  if (gone.length === 0) return { action, lacks: null };
  return { action: params.length > 0 ? { ...action, params } : null, lacks: lacking(what, gone) };
}

/** The named things that the account lacks; empty names are not missing. */
async function missing(tx: Tx, accountId: number, kind: 'agent' | 'team' | 'label', named: Json[]): Promise<Json[]> {
  if (kind === 'label') {
    const titles = named.filter((title) => typeof title === 'string');
    const rows = tx.db.selectFrom('labels').select('title').where('account_id', '=', accountId);
    const known = (await rows.where('title', 'in', titles).execute()).map(({ title }) => title);
    return titles.filter((title) => !known.includes(title));
  }
  const ids = named.filter((id) => typeof id === 'number');
  if (ids.length === 0) return [];
  const rows =
    kind === 'team'
      ? tx.db.selectFrom('teams').select('id').where('account_id', '=', accountId).where('id', 'in', ids)
      : tx.db
          .selectFrom('account_users')
          .select('user_id as id')
          .where('account_id', '=', accountId)
          .where('user_id', 'in', ids);
  const known = (await rows.execute()).map(({ id }) => id);
  return ids.filter((id) => !known.includes(id));
}
