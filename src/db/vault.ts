import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Seals secrets before they are stored and opens them again, and signs what clients keep. */
export type Vault = {
  /** Encrypts `plain` (AES-256-GCM, a new nonce each time) into printable text. */
  seal(plain: string): string;
  /** @throws Error when the text was sealed with another key or was changed */
  open(sealed: string): string;
  /** HMAC-SHA256 of `text`, with a key of its own for each `purpose`. */
  sign(purpose: string, text: string): Buffer;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A vault whose key is derived from `secretKey`, which may be any text. */
export function openVault(secretKey: string): Vault {
  const key = createHash('sha256').update(`parley vault ${secretKey}`).digest();

  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },

    sign(purpose, text) {
      const ofPurpose = createHash('sha256').update(`parley ${purpose} ${secretKey}`).digest();
      return createHmac('sha256', ofPurpose).update(text).digest();
    },
  };
}
