/** An attachment of a mail: a stored file by its path, or text. */
export type Attachment = { filename: string; contentType: string } & ({ path: string } | { content: string });

/** A mail that is ready for sending. */
export type Mail = {
  /** Addresses; each recipient sees the others. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /** The contact whose conversation it is about; absent = it is about none. */
  contactId?: number;
};
