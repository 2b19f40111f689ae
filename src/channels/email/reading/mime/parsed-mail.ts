/** A mail that has been parsed, not yet understood. */
export type ParsedMail = ParsedHead & {
  /** The readable text, plain and as HTML; null = it has none in this form. */
  text: string | null;
  html: string | null;
  attachments: MailAttachment[];
  /** Whether it is a mark on another mail. */
  isReaction: boolean;
};

/** The head of a mail. A missing field is '' or []. */
export type ParsedHead = {
  /** All fields, with names in lower case. */
  headers: readonly { key: string; value: string }[];
  header: (name: string) => string;
  from: ParsedAddress[];
  sender: ParsedAddress[];
  replyTo: ParsedAddress[];
  to: ParsedAddress[];
  cc: ParsedAddress[];
  bcc: ParsedAddress[];
  subject: string;
  messageId: string;
  inReplyTo: string;
  references: string;
};

export type ParsedAddress = { name: string; address: string };

export type MailAttachment = {
  /** '' = it has none. */
  filename: string;
  /** In lower case. */
  mimeType: string;
  /** As it is in the mail; '' = it has none. */
  contentId: string;
  /** Decoded when it is asked for. */
  readonly content: Uint8Array;
  /** The same piece by piece; absent = in one. */
  pieces?(): Iterable<Uint8Array>;
};
