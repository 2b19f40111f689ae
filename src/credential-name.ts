/** Names a credential for limits, repeated answers and pubsub tokens: "token 5", "session 7". */
export function credentialName(credential: { tokenId: number | null; sessionId: number | null }): string {
  return credential.tokenId === null ? `session ${credential.sessionId}` : `token ${credential.tokenId}`;
}
