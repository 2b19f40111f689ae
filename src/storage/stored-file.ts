/** The columns needed to send a file. */
export type ServedFile = Pick<StoredFile, 'key' | 'filename' | 'contentType'>;

/** A file as it is stored, or will be: its key, name, type and size. No row may name it yet. */
export type StoredFile = {
  key: string;
  filename: string;
  /** Detected from the content. */
  contentType: string;
  /** Bytes. */
  fileSize: number;
  /** Displayed size of a picture or video in pixels; null = unknown. */
  width: number | null;
  height: number | null;
};
