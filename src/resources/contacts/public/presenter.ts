import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { publicContactBlock } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import type { publicContactShape } from './answers.ts';

/** A contact as they see themselves. */
export function presentPublicContact({ contact, contactInbox }: ContactCaller): Shown<typeof publicContactShape> {
  const { id, name, email, phone_number, identifier, custom_attributes } = publicContactBlock(contact);
  return {
    source_id: contactInbox.sourceId,
    pubsub_token: contactInbox.pubsubToken,
    id,
    name,
    email,
    phone_number,
    identifier,
    custom_attributes,
  };
}
