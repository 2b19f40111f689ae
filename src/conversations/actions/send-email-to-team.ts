import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { Json } from '../../entities/columns.ts';
import { isObject } from '../../fields/check.ts';
import { enqueue } from '../../queue.ts';
import { checkHourlyLimit } from '../hourly-limit.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { actionKind } from './action-kind.ts';
import { idOf, problem, textIn } from './params.ts';

const KIND = 'team_message';
const MESSAGE_LENGTH = 20_000;
const MOST_TEAMS = 50;

/** The parameter: `{ team_ids: [1], message: '...' }`. */
type TeamMail = { team_ids: number[]; message: string };

/** Mails a text about the conversation to the members of teams. */
export const sendEmailToTeam = actionKind<[TeamMail]>({
  read: ([given]) => [mailIn(given)],
  run: (tx, id, [{ team_ids: ids, message }], { teamMailsPerHour: perHour, now }) =>
    inTransaction(tx, async (tx) => {
      const { account } = await readConversation(tx, id);
      const teams = await tx.db
        .selectFrom('teams')
        .select('id')
        .where('account_id', '=', account.id)
        .where('id', 'in', ids)
        .execute();
      for (const teamId of ids) {
        found(
          teams.find((team) => team.id === teamId),
          'Team',
        );
      }
      await checkHourlyLimit(tx, account.id, { kind: KIND, what: 'mails to teams', perHour }, now);
      const payload = { conversation_id: id, team_ids: ids, message };
      await enqueue(tx, { kind: KIND, accountId: account.id, payload }, now);
    }),
});

function mailIn(given: unknown): TeamMail {
  const rule = 'needs team_ids, a list of ids, and a message';
  if (!isObject(given)) throw problem(rule);
  const { team_ids: ids, message } = given as { [Key in keyof TeamMail]?: Json };
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_TEAMS) throw problem(rule);
  return { team_ids: [...new Set(ids.map(idOf))], message: textIn(message, rule, MESSAGE_LENGTH) };
}
