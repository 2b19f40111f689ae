import { X509Certificate } from 'node:crypto';

const LEAST_BITS = 2048;

/** The certificate as PEM, from PEM or bare base64; null = invalid, or without an RSA key of at least 2048 bits. */
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
