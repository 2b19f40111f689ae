/** Chatwoot's rule: a single "@" with text on both sides, and no spaces. */
export const EMAIL = /^[^@\s]+@[^@\s]+$/;
