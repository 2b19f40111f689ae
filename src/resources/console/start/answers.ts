import { ROLES } from '../../../entities/account-user.ts';
import { agentShape } from '../../../wire/agent-block.ts';
import { flag, integer, list, named, nullable, oneOf, shape, text } from '../../../wire/shape.ts';
import { accountShape } from '../../accounts/answers.ts';
import { conversationListShape, conversationShape, countsShape } from '../../conversations/answers.ts';
import { unreadCountsShape } from '../../conversations/unread/answers.ts';
import { customFilterShape } from '../../custom_filters/answers.ts';
import { dashboardAppShape } from '../../dashboard_apps/answers.ts';
import { inboxShape } from '../../inboxes/answers.ts';
import { labelShape } from '../../labels/answers.ts';
import { messagesShape } from '../../messages/answers.ts';
import { membershipShape, profileShape } from '../../profile/answers.ts';
import { teamShape } from '../../teams/answers.ts';
import { REFUSALS } from './refused.ts';

/** Why a part is missing that the query names. */
const refusalShape = named('StartRefusal', { code: oneOf(REFUSALS), error: text, message: nullable(text) });

/**
 * Each part as the operation answers it that has only this part; `inboxes` without secrets, also for administrators.
 * `limits`: the most files of a message, and the most bytes of each of them. `refused` says why `conversations` or
 * `conversation` is null although the query names it.
 */
export const startShape = named('Start', {
  last_event_id: integer,
  user: profileShape,
  accounts: list(membershipShape),
  account: accountShape,
  role: oneOf(ROLES),
  permissions: list(text),
  can_translate: flag,
  counts: shape({ meta: countsShape, unread: unreadCountsShape }),
  notifications: shape({ unread_count: integer }),
  inboxes: list(inboxShape),
  labels: list(labelShape),
  members: list(agentShape),
  teams: list(teamShape),
  custom_views: list(customFilterShape),
  dashboard_apps: list(dashboardAppShape),
  conversations: nullable(conversationListShape),
  conversation: nullable(conversationShape),
  messages: nullable(messagesShape),
  limits: shape({ files: integer, file_bytes: integer }),
  refused: shape({ conversations: nullable(refusalShape), conversation: nullable(refusalShape) }),
});
