import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '#schema/app-error.ts';

export interface SecretPlace {
  profileId: string;
  origin: string;
}

export const secretKeyBytes = 32;

const version = 'v1';
const algorithm = 'aes-256-gcm';
/** The sizes that NIST SP 800-38D recommends for GCM. */
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a secret for one place only. The text does not open for another profile or origin. */
export function sealSecret(secretKey: Uint8Array, secret: { text: string; place: SecretPlace }): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, secretKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(bindingOf(secret.place));
  const sealed = Buffer.concat([cipher.update(secret.text, 'utf8'), cipher.final()]);
  return [version, ...[nonce, sealed, cipher.getAuthTag()].map(toText)].join('.');
}

/** Decrypts a secret. Throws AppError `key_unreadable`. */
export function openSecret(secretKey: Uint8Array, secret: { sealed: string; place: SecretPlace }): string {
  const [foundVersion, nonce = '', sealed = '', tag = ''] = secret.sealed.split('.');
  try {
    if (foundVersion !== version) throw new Error(`unknown format "${foundVersion}"`);
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv(algorithm, secretKey, toBytes(nonce), options);
    decipher.setAAD(bindingOf(secret.place));
    decipher.setAuthTag(toBytes(tag));
    return Buffer.concat([decipher.update(toBytes(sealed)), decipher.final()]).toString('utf8');
  } catch (cause) {
    const message = `The API key of the model profile "${secret.place.profileId}" could not be decrypted.`;
    throw new AppError('key_unreadable', message, { cause });
  }
}

function bindingOf(place: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([version, place.profileId, place.origin]));
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
