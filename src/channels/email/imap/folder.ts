/** The folder that is read. */
export const FOLDER = 'INBOX';
