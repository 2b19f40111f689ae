/** An address with a scheme, or a name that mail programs make a link of, but no e-mail address. Each part is bounded, for texts of any kind. */
const LINK =
  /(?:\b[a-z][a-z\d+.-]{0,30}:\/\/|\bwww\.)\S{1,2000}|(?<![\p{L}\d-]|[\p{L}\d-]\.|[\p{L}\d_.+-]@)(?:[\p{L}\d-]{1,63}\.){1,127}\p{L}{2,63}(?:[/?#:]\S{0,2000})?/giu;

/** The text with nothing that a mail program shows as a link. */
export const withoutLinks = (text: string): string => text.replaceAll(LINK, '[link]');
