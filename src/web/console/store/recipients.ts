/** Of a mail: addresses as they were typed, with commas between them. */
export type Recipients = { to: string; cc: string; bcc: string };
