/** Errors of the operating system where a folder belongs to others now, or is no folder any more. */
const CODES = new Set<unknown>(['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ELOOP']);

/** Whether the operating system has refused a file because of the folder that it would be in. */
export function isOfFolder(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, path } = error as NodeJS.ErrnoException;
  return path !== undefined && CODES.has(code);
}
