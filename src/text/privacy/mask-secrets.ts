import { createSignFinder } from './find-signs.ts';
import { assignment, keyShapes, knownPlaces, type Shape } from './secret-shapes.ts';

const mask = '[masked]';

const environmentName = /(?:^|[^\w])[A-Z][A-Z0-9_]*$/;

interface Masking {
  pattern: RegExp;
  /** Numbers of signs. */
  signs: number[];
  replace(text: string): string;
}

const finder = createSignFinder();
/** In the order in which they are applied. */
export const maskings: readonly Masking[] = [
  ...keyShapes.map((shape) => toMasking(shape, (text, pattern) => text.replace(pattern, mask))),
  ...knownPlaces.map((place) => toMasking(place, (text, pattern) => text.replace(pattern, `$1${mask}`))),
  toMasking(assignment, (text, pattern) => text.replace(pattern, maskAssigned)),
];

/**
 * Hides what looks like a key, a token or a password, and leaves the words around it. What is not in the text at first does not
 * come into it by masking: no sign is part of the mask, and the mask parts what it stands between.
 */
export function maskSecrets(text: string): string {
  const found = finder.find(text);
  let masked = text;
  for (const { signs, replace } of maskings)
    if (signs.some((sign) => found[sign] === 1)) masked = replace(masked);
  return masked;
}

function toMasking([pattern, ...signs]: Shape, replace: (text: string, pattern: RegExp) => string): Masking {
  const { ignoreCase } = pattern;
  return {
    pattern,
    signs: signs.flatMap((sign) => finder.add(sign, { ignoreCase })),
    replace: (text) => replace(text, pattern),
  };
}

/** Whether a property of this name holds a secret, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return /^(?:.*[_-])?(?:secret|token|password|passwd|passphrase|pass|pwd|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie)$/i.test(
    name.slice(-60).replace(/([a-z])([A-Z])/g, '$1_$2'),
  );
}

function maskAssigned(whole: string, ...found: (string | number | undefined)[]): string {
  const [word, between, quote, quoted, openQuote, bare, at, text] = found as [
    ...[string, string, string?, string?, string?, string?],
    ...[number, string],
  ];
  const isNamedLikeEnvironment =
    /^[A-Z0-9_]+$/.test(word) && environmentName.test(text.slice(Math.max(0, at - 60), at + word.length));
  const value = quoted ?? bare ?? '';
  const opening = quote ?? openQuote ?? '';
  const isEquated = between.includes('=');
  if (!isSecretValue({ word, quote: opening, value, isNamedLikeEnvironment, isEquated })) return whole;
  return `${word}${between}${opening}${mask}${quote ?? ''}`;
}

interface Assigned {
  word: string;
  quote: string;
  value: string;
  isNamedLikeEnvironment: boolean;
  /** With an equals sign, as in a shell; after a colon a program may name a variable. */
  isEquated: boolean;
}

function isSecretValue({ word, quote, value, isNamedLikeEnvironment, isEquated }: Assigned): boolean {
  // A reference to where the secret is, not the secret.
  if (/^[$<{[&*]|\(|^(?:process|os|env|config|settings|import|self|this|secrets?|vars)[.:]/i.test(value))
    return false;
  if (/^(?:true|false|null|none|undefined|string|number|required|optional)$/i.test(value)) return false;
  if (/^[\^~<>=]{0,2}\d{1,4}\.\d{1,4}\.\d/.test(value)) return false;
  if (quote !== '' && isLabel(value)) return false;
  const isPassword = /^pass.|^pwd$/i.test(word);
  if (quote !== '') return value.length >= (isPassword || word.length === 4 ? 1 : 4);
  // Test reports count too: PASS=12.
  if (/^[\d.,]+$/.test(value)) return isPassword && value.length >= 4;
  if (isNamedLikeEnvironment && (isPassword || isEquated))
    return value.length >= (isPassword || word === 'PASS' ? 1 : 4);
  return value.length >= 8 && /\d/.test(value) && !isPath(value);
}

/** Such as `usage?.tokens2` or `Uint8Array`: a place or a type in a program, not a value. */
function isPath(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^[A-Z][A-Za-z]*\d{1,2}[A-Z][A-Za-z]*$/.test(value);
}

/** What a form or a message says of a secret: a sentence with its name in it, or a name in code. */
function isLabel(value: string): boolean {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}/.test(value)) return true;
  const isProse = /\s/.test(value.trim());
  if (isProse) return /\b(?:secret|token|pass(?:word|phrase)?|key|credential|sign|log)s?\b/i.test(value);
  return /^[a-z._-]+$/i.test(value) && /secret|token|pass|key|credential/i.test(value);
}
