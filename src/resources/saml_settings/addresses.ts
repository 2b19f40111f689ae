/** The account's entity id at its identity provider. */
export const spEntityId = (publicUrl: string, accountId: number): string => `${publicUrl}/saml/sp/${accountId}`;

/** Where providers send browsers back to, with an assertion. */
export const acsUrl = (publicUrl: string): string => `${publicUrl}/auth/saml/callback`;
