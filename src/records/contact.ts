import type { Attributes } from '../entities/columns.ts';

export type ContactRecord = {
  id: number;
  name: string;
  email: string | null;
  phoneNumber: string | null;
  identifier: string | null;
  blocked: boolean;
  avatarUrl: string | null;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** When the contact last wrote; null = never. */
  lastActivityAt: Date | null;
  /** When the contact's browser or app last reported itself; null = never. */
  seenAt: Date | null;
  createdAt: Date;
};
