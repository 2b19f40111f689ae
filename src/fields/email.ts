/** One "@" with text on both sides and no spaces: what Chatwoot accepts. */
export const EMAIL = /^[^@\s]+@[^@\s]+$/;
