const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;
const LEAST_KILOBYTES = 0.1;

/** A number of bytes in the words of the language: 12 kB, 3.4 MB. */
export function sizeOf(bytes: number, language: string): string {
  const [value, unit] =
    bytes < MEGABYTE ? [Math.max(bytes / KILOBYTE, LEAST_KILOBYTES), 'kilobyte'] : [bytes / MEGABYTE, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
