import type { Attributes } from '../../entities/columns.ts';
import type { AvatarFile } from '../files/check-avatar.ts';
import type { ContactBody } from './schema.ts';

/** The values of a new or changed contact; undefined = the present value or the default, null = none. */
export type ContactInput = {
  name: string | undefined;
  email: string | null | undefined;
  phoneNumber: string | null | undefined;
  identifier: string | null | undefined;
  blocked: boolean | undefined;
  /** Merged into the contact's attributes. */
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** A new picture; null = no change. */
  avatar: AvatarFile | null;
  /** The address of a new picture to fetch; null = none. An uploaded picture takes precedence. */
  avatarUrl: string | null;
};

/** The input that changes nothing. */
export const NO_CHANGE: ContactInput = {
  name: undefined,
  email: undefined,
  phoneNumber: undefined,
  identifier: undefined,
  blocked: undefined,
  customAttributes: {},
  additionalAttributes: {},
  avatar: null,
  avatarUrl: null,
};

/** The input of the commands, made from a request's body and its picture. */
export function contactInput(body: ContactBody, avatar: AvatarFile | null): ContactInput {
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

/** The text, with null for a blank one; null and undefined stay as they are. */
export function filled(text: string | null | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}
