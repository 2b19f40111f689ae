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
  /** Where answers go; absent = to its sender. */
  replyTo?: string;
  /** The contact of the conversation in the mail; absent = none. */
  contactId?: number;
};

/** The Message-ID, without its domain, of the mail that a job sends; an attempt after a crash has the same. */
export function jobMailId({ id, createdAt }: { id: number; createdAt: Date }): string {
  return `job-${id}-${createdAt.getTime()}`;
}

/** Whether a mail with this Message-ID is of a job (`jobMailId`), of this server or another. */
export function isOfJob(messageId: string): boolean {
  return /^job-\d+-\d+@/.test(messageId);
}
