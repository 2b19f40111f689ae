import { number } from 'yup';
import { array, integer, object, requiredText, text } from '../../../fields.ts';

const TEXT_LENGTH = 50_000;
const MOST_LABELS = 100;
/** Urgent is 1 and low 4; 0 = none. */
const LOWEST_PRIORITY = 4;

const conversationId = () => integer().required('is missing: the number of a conversation');

export const teamQuery = object({ team_id: requiredText() });
export const searchQuery = object({ q: requiredText(1000) });
export const linkedQuery = object({ conversation_id: conversationId() });

export const createIssueBody = object({
  conversation_id: conversationId(),
  team_id: requiredText(),
  title: requiredText(),
  description: text(TEXT_LENGTH).nullable(),
  assignee_id: text().nullable(),
  project_id: text().nullable(),
  state_id: text().nullable(),
  priority: number()
    .integer('must be a whole number')
    .min(0, 'must be from 0 to 4')
    .max(LOWEST_PRIORITY, 'must be from 0 to 4')
    .typeError('must be from 0 to 4')
    .nullable(),
  label_ids: array(requiredText())
    .typeError('must be a list of ids')
    .max(MOST_LABELS, `must have at most ${MOST_LABELS} ids`)
    .nullable(),
});

export const linkIssueBody = object({
  conversation_id: conversationId(),
  issue_id: requiredText(),
  title: text().nullable(),
});

export const unlinkIssueBody = object({
  conversation_id: conversationId(),
  link_id: requiredText(),
  issue_id: text().nullable(),
});
