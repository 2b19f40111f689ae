import { generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** With which Google checks what the service account signs. */
export const SERVICE_KEY = publicKey;

/** The key file of a service account of Google Cloud. */
export const KEY_FILE = {
  type: 'service_account',
  project_id: 'acme-support',
  private_key_id: 'key-1',
  private_key: privateKey,
  client_email: 'translator@acme-support.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
