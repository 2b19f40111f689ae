import { Secret, TOTP, URI } from 'otpauth';

/** The app of somebody else than us, which makes codes of what it is told. */
export type AuthenticatorApp = {
  /** The code of this moment, or of `steps` times 30 seconds later. */
  code(now: Date, steps?: number): string;
};

/** An app that has read the QR code with this address. */
export function givenAuthenticatorApp(provisioningUrl: string): AuthenticatorApp {
  const totp = URI.parse(provisioningUrl);
  if (!(totp instanceof TOTP)) throw new Error(`no address of an authenticator app: ${provisioningUrl}`);
  return { code: (now, steps = 0) => totp.generate({ timestamp: now.getTime() + steps * 30_000 }) };
}

/** What an app does that was told only the secret, by typing. */
export function codeBySecret(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}
