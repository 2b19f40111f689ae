/** A mail with what must come of it. */
export type Written = {
  title: string;
  mail: Buffer;
  /** The content of the message that it becomes; null = it has files alone. */
  content: string | null;
  subject?: string;
  /** The name of the contact. */
  sender?: string;
  /** The files by their names, each with its bytes as Latin-1; absent = it has none. */
  files?: Record<string, string>;
};
