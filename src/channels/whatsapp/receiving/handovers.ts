import { randomUUID } from 'node:crypto';
import type { Attributes } from '../../../entities/columns.ts';
import { objectAt, textAt } from '../../receiving/json-parts.ts';
import type { RawEvent, ReceivedItem } from '../../receiving/receiver.ts';
import { contactBy } from '../user-ids.ts';

/** Where a handover names the contact. */
const idsOf = (handover: Attributes) => {
  const sender = objectAt(handover, 'sender');
  return {
    number: textAt(sender, 'phone_number') || textAt(sender, 'wa_id'),
    userId: textAt(sender, 'user_id'),
    parentId: textAt(sender, 'parent_user_id'),
  };
};

/** The change of who answers in a chat. It has no id; `conversations/receiving/take-handover.ts` recognizes repetitions. */
export function handoverEvent(handover: Attributes): RawEvent {
  const { userId, number, parentId } = idsOf(handover);
  return { key: `handover ${randomUUID()}`, lane: userId || number || parentId, body: JSON.stringify({ handover }) };
}

/** Meta tells the program that control is passed to, and the program that loses it. */
export function handoverIn(handover: Attributes): ReceivedItem {
  const type = textAt(handover, 'type');
  const contact = contactBy(idsOf(handover));
  if (!contact || !['control_passed', 'control_taken'].includes(type)) {
    return { is: 'ignored', why: `a handover of the kind ${type}` };
  }
  return { is: 'handover', provider: 'WhatsApp', contact, to: type === 'control_passed' ? 'team' : 'program' };
}
