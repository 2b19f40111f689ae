import type { Attributes, WireContact } from './wire.ts';

export type Contact = {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  identifier: string | null;
  picture: string;
  isBlocked: boolean;
  attributes: Attributes;
  additionalAttributes: Attributes;
};

export function contactOf(wire: WireContact): Contact {
  return {
    id: wire.id,
    name: wire.name ?? '',
    email: wire.email,
    phone: wire.phone_number,
    identifier: wire.identifier,
    picture: wire.thumbnail,
    isBlocked: wire.blocked,
    attributes: wire.custom_attributes,
    additionalAttributes: wire.additional_attributes,
  };
}
