import type { RecordOf } from './columns.ts';

/** The columns of a contact inbox's record. */
export const CONTACT_INBOX = ['id', 'sourceId', 'hmacVerified', 'claims', 'createdAt', 'updatedAt'] as const;

export type ContactInboxRecord = RecordOf<'contact_inboxes', typeof CONTACT_INBOX>;
