/** A file that is stored and synced to disk, and that no row may name yet. */
export type StoredFile = {
  key: string;
  filename: string;
  /** Detected from the content. */
  contentType: string;
  /** Bytes. */
  fileSize: number;
  /** Pixels of a picture or video as it is shown; null = unknown. */
  width: number | null;
  height: number | null;
};
