import type { Attributes } from '../../entities/columns.ts';
import type { Form } from '../../fields/form-text.ts';

/** Before numbers, and ids of people, of WhatsApp. */
export const WHATSAPP = 'whatsapp:';

/** Through what the contacts of a channel at Twilio write. */
export const MEDIA = ['sms', 'whatsapp'] as const;
export type Medium = (typeof MEDIA)[number];

export const mediumOf = ({ medium }: Attributes): Medium => (medium === 'whatsapp' ? 'whatsapp' : 'sms');

/** The address of a channel: its number or its messaging service, each of them once for text messages and once for WhatsApp. */
export const addressOf = (medium: Medium, own: string) => (medium === 'whatsapp' ? `${WHATSAPP}${own}` : own);

/**
 * The addresses under which the channel may be found that a callback is about; `ours` is the field with its number. Numbers of
 * a messaging service may have an inbox of their own.
 */
export function addressesIn(form: Form, ours: 'To' | 'From'): string[] {
  const isWhatsapp = ['To', 'From'].some((name) => form.get(name)?.startsWith(WHATSAPP));
  const service = form.get('MessagingServiceSid');
  const number = form.get(ours);
  return [...(service ? [addressOf(isWhatsapp ? 'whatsapp' : 'sms', service)] : []), ...(number ? [number] : [])];
}
