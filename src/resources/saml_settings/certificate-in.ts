import { X509Certificate } from 'node:crypto';

const LEAST_BITS = 2048;

/** The certificate in PEM, given so or as its base64 alone; null = it is none, or has no RSA key of 2048 bits at least. */
export function certificateIn(given: string): string | null {
  const bare = given.replaceAll(/-----(BEGIN|END) CERTIFICATE-----/g, '').replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(bare)) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(bare, 'base64'));
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = certificate.publicKey;
    return kind === 'rsa' && (details?.modulusLength ?? 0) >= LEAST_BITS ? certificate.toString() : null;
  } catch {
    return null;
  }
}
