const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "12 MB" */
export function inSize(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`;
}
