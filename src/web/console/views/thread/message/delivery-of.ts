import type { Message } from '../../../store/message.ts';

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';

/** How far a message has come: one that its channel has not taken yet is queued. */
export function deliveryOf({ status, attributes }: Message): DeliveryState {
  if (status === 'failed' || status === 'read' || status === 'delivered') return status;
  if (status === 'progress') return 'sending';
  return attributes['external_delivery'] === 'queued' ? 'queued' : 'sent';
}
