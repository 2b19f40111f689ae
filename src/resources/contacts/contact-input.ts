import type { Attributes } from '../../entities/columns.ts';
import type { Picture } from '../files/check-avatar.ts';
import type { ContactBody } from './schema.ts';

/** What is wanted of a contact; undefined = what it is, or what a new one has; null = nothing. */
export type ContactInput = {
  name: string | undefined;
  email: string | null | undefined;
  phoneNumber: string | null | undefined;
  identifier: string | null | undefined;
  blocked: boolean | undefined;
  /** Added to those that the contact has. */
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** A new picture; null = the one that it has. */
  avatar: Picture | null;
  /** Where a new picture is to be fetched; null = nowhere. A picture at hand goes before it. */
  avatarUrl: string | null;
};

/** A request's body, and the picture that came with it, in the words of the commands. */
export function contactInput(body: ContactBody, avatar: Picture | null): ContactInput {
  return {
    name: body.name === null ? '' : body.name,
    email: body.email,
    phoneNumber: body.phone_number,
    identifier: filled(body.identifier),
    blocked: body.blocked,
    customAttributes: body.custom_attributes ?? {},
    additionalAttributes: body.additional_attributes ?? {},
    avatar,
    avatarUrl: avatar === null ? (filled(body.avatar_url) ?? null) : null,
  };
}

/** Blank is as good as none. */
export function filled(text: string | null | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}
