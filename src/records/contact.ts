import type { RecordOf } from './columns.ts';

/** The columns of a contact's record. */
export const CONTACT = [
  'id',
  'name',
  'email',
  'phoneNumber',
  'identifier',
  'blocked',
  'avatarUrl',
  'customAttributes',
  'additionalAttributes',
  'lastActivityAt',
  'createdAt',
] as const;

export type ContactRecord = RecordOf<'contacts', typeof CONTACT>;
