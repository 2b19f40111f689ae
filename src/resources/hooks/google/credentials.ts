import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Json } from '../../../entities/columns.ts';

/** A service account in the key file of Google Cloud. */
export type ServiceAccount = {
  email: string;
  key: KeyObject;
  /** Null = the file does not name the key. */
  keyId: string | null;
};

/** The service account in the JSON of a key file, or what is wrong with that, as part of a sentence. */
export function credentialsIn(
  value: Json | undefined,
): { account: ServiceAccount; problem: null } | { account: null; problem: string } {
  const file = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const { client_email: email, private_key: pem, private_key_id: keyId } = file;
  if (typeof email !== 'string' || email === '') {
    return no('has no client_email: give the key file of a service account');
  }
  if (typeof pem !== 'string') return no('has no private_key: give the key file of a service account');
  const key = rsaKeyIn(pem);
  if (key === null) return no('has a private_key that is no RSA key in PEM');
  return { account: { email, key, keyId: typeof keyId === 'string' ? keyId : null }, problem: null };
}

function rsaKeyIn(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

const no = (problem: string) => ({ account: null, problem });
