const ALLOWED = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu;

/** The address, if a link to it can do no harm: http, https, mailto or tel; null = it must not be a link. */
export function linkTo(address: string): string | null {
  return ALLOWED.test(address) ? address : null;
}
