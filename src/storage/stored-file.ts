/** A file that is safe on disk, and not yet anybody's attachment. */
export type StoredFile = {
  key: string;
  filename: string;
  /** By what is in it. */
  contentType: string;
  /** Bytes. */
  fileSize: number;
  /** Pixels of a picture or a film as it is shown; null = not known. */
  width: number | null;
  height: number | null;
};
