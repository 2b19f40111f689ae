/** The parts of links with which this server and others sign somebody in: their secret follows. */
const SECRET = /\b((?:reset_password|confirmation|sso_auth)_token=)[\w-]{20,}/g;

/**
 * The text or HTML of a mail with the secrets of such links hidden. The address of an inbox can be that of a user, whose mails everyone
 * in the inbox reads.
 */
export const withoutSignInLinks = (text: string): string => text.replaceAll(SECRET, '$1********');
