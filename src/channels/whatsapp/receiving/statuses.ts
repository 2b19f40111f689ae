import type { Attributes } from '../../../entities/columns.ts';
import { MESSAGE_STATUSES, type MessageStatus } from '../../../entities/message.ts';
import { textAt } from '../../receiving/json-parts.ts';
import type { ReceivedItem, ReceivedStatus } from '../../receiving/receiver.ts';
import { errorIn } from '../errors.ts';
import { contactOf, RECIPIENT } from './ids-in.ts';

/** What was played has been read. */
const STATUSES: Record<string, MessageStatus> = {
  ...Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, status])),
  played: 'read',
};

/** The status of a message; `contact` is the recipient's entry in the same callback. */
export function statusIn(status: Attributes, contact: Attributes): ReceivedItem {
  const sourceId = textAt(status, 'id');
  const known = STATUSES[textAt(status, 'status')];
  if (!known || sourceId === '') return { is: 'ignored', why: `a status ${textAt(status, 'status')}` };
  const error = known === 'failed' ? failureIn(status) : null;
  // The status of a group or of a member says nothing about the contact.
  const isOfGroup = textAt(status, 'recipient_type') === 'group';
  const to = isOfGroup ? null : contactOf(contact, withParent(status), RECIPIENT);
  return { is: 'status', sourceId, status: known, error, messageId: messageIdIn(status), to };
}

/** Meta's documentation has two names for the id of the group of businesses. */
const withParent = (status: Attributes): Attributes => ({
  ...status,
  recipient_parent_user_id: textAt(status, 'recipient_parent_user_id') || textAt(status, 'parent_recipient_user_id'),
});

function failureIn(status: Attributes): string {
  const { code, text } = errorIn(status);
  return code === null ? text || 'WhatsApp says no reason' : `${code}: ${text || 'without a reason'}`;
}

/** As send.ts has written it. */
function messageIdIn(status: Attributes): ReceivedStatus['messageId'] {
  const [id] = /^\d+(?=:)/.exec(textAt(status, 'biz_opaque_callback_data')) ?? [];
  return id === undefined ? null : Number(id);
}
