/** The IANA name of the user's time zone, whose days conditions mean. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
