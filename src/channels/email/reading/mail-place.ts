/** Where a raw mail is, and where the files in it are written: to `filesAt` with "-0" behind it, then "-1" and so on. */
export type MailPlace = { path: string; filesAt: string };
