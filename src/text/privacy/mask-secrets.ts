import { commandShapes } from './command-shapes.ts';
import { createSignFinder, type Shape } from './find-signs.ts';
import { assignment, keyShapes, knownPlaces, netrc, privateKey } from './secret-shapes.ts';

const mask = '[masked]';
/** The most characters up to a sign in most matches: `--`, three words before a name and the name. */
const usualLead = 80;
/**
 * The most characters up to a sign in the name of a program or in the first letters of a key. These may be a number
 * of twelve digits.
 */
const shortLead = 24;
/** The characters that all patterns together may lose at the end of what is read. */
const usualMargin = 8192;

const environmentName = /(?:^|[^\w])[A-Z][A-Z0-9_]*$/;

type Found = (string | number | undefined)[];

interface Masking {
  pattern: RegExp;
  /** The numbers of the signs. */
  signs: number[];
  /** The reach of the pattern; see `reachOf`. */
  reach: number;
  /** Every match has a sign that ends within this many characters of its beginning. */
  lead: number;
  /** Makes the text that replaces a match. */
  mask(whole: string, ...found: Found): string;
}

const finder = createSignFinder();
/** The maskings in the order in which they are applied. */
export const maskings: readonly Masking[] = [
  ...keyShapes.map((shape) => toMasking(shape, shape === privateKey ? usualLead : shortLead, () => mask)),
  ...knownPlaces.map((place) => toMasking(place, leadOf(place), (_, before) => `${before}${mask}`)),
  toMasking(assignment, usualLead, maskAssigned),
];

/**
 * Hides what looks like a key, a token or a password, and keeps the words around it. Masking never creates a sign
 * that was not in the text: the mask contains none and separates what is beside it.
 */
export function maskSecrets(text: string): string {
  const found = finder.find(text);
  let masked = text;
  for (const { pattern, signs, mask: put } of maskings)
    if (signs.some((sign) => found[sign] === 1)) masked = masked.replace(pattern, put);
  return masked;
}

/**
 * Masks the beginning of a text. This equals `maskSecrets(text).slice(0, maxChars)` without reading all of the text.
 */
export function maskStart(text: string, maxChars: number): string {
  for (let read = maxChars + usualMargin; read < text.length; read *= 2) {
    const masked = maskCertain(text.slice(0, read));
    if (masked.length >= maxChars) return masked.slice(0, maxChars);
  }
  return maskSecrets(text).slice(0, maxChars);
}

/** Masks the beginning of a text and returns the part of the result that no continuation can change. */
export function maskCertain(start: string): string {
  const found = finder.find(start);
  let masked = start;
  let certain = start.length;
  for (const { pattern, signs, reach, lead, mask: put } of maskings) {
    const isTried = signs.some((sign) => found[sign] === 1);
    // A match that ends after the certain part has its first sign here, or begins just before the end.
    const zone = Math.max(0, certain - reach);
    const sign = isTried ? finder.firstOf(signs, masked.slice(zone, certain)) : -1;
    // Matches that begin before this place are the same in every continuation.
    const from = (sign === -1 ? certain : zone + sign) - lead;
    if (from <= 0) return '';
    let end = from;
    let grown = 0;
    if (isTried)
      masked = masked.replace(pattern, (whole: string, ...groups: Found) => {
        const at = groups.at(-2) as number;
        const hidden = put(whole, ...groups);
        if (at < from) {
          end = Math.max(end, at + whole.length);
          grown += hidden.length - whole.length;
        }
        return hidden;
      });
    certain = end + grown;
  }
  return masked.slice(0, certain);
}

function leadOf(place: Shape): number {
  if (place[0] === netrc) return Number.POSITIVE_INFINITY;
  return commandShapes.includes(place) ? shortLead : usualLead;
}

function toMasking([pattern, ...signs]: Shape, lead: number, put: Masking['mask']): Masking {
  const { ignoreCase } = pattern;
  const reach = reachOf(pattern);
  return {
    pattern,
    signs: signs.flatMap((sign) => finder.add(sign, { ignoreCase })),
    reach,
    lead: Math.min(lead, reach),
    mask: put,
  };
}

/** Whether a property with this name holds a secret, whatever its value. */
export function isSecretName(name: string): boolean {
  return /^(?:.*[_-])?(?:secret|token|password|passwd|passphrase|pass|pwd|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie)$/i.test(
    name.slice(-60).replace(/([a-z])([A-Z])/g, '$1_$2'),
  );
}

function maskAssigned(whole: string, ...found: Found): string {
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
  /** Whether an equals sign is used, as in a shell. After a colon, a program may name a variable. */
  isEquated: boolean;
}

function isSecretValue({ word, quote, value, isNamedLikeEnvironment, isEquated }: Assigned): boolean {
  // This is a reference to the place of a secret, not the secret.
  if (/^[$<{[&*]|\(|^(?:process|os|env|config|settings|import|self|this|secrets?|vars)[.:]/i.test(value))
    return false;
  if (/^(?:true|false|null|none|undefined|string|number|required|optional)$/i.test(value)) return false;
  if (/^[\^~<>=]{0,2}\d{1,4}\.\d{1,4}\.\d/.test(value)) return false;
  if (quote !== '' && isLabel(value)) return false;
  // In a shell, PWD is the current folder.
  if (/^pwd$/i.test(word) && /^[/~.%]|^[a-z]:[\\/]/i.test(value)) return false;
  const isPassword = /^pass.|^pwd$/i.test(word);
  if (quote !== '') return value.length >= (isPassword || word.length === 4 ? 1 : 4);
  // Numbers also occur in test reports: PASS=12.
  if (/^[\d.,]+$/.test(value)) return isPassword && value.length >= 4;
  if (isNamedLikeEnvironment && (isPassword || isEquated))
    return value.length >= (isPassword || word === 'PASS' ? 1 : 4);
  return value.length >= (isPassword ? 6 : 8) && /\d/.test(value) && !isPath(value) && !isMethod(value);
}

/** Whether a value names a method of storing passwords. */
function isMethod(value: string): boolean {
  return /^(?:sha|md|utf|base|bcrypt|argon|scrypt|pbkdf|aes|rsa|hmac)[-_]?\d/i.test(value);
}

/** Whether a value is a place or a well-known type in a program, such as `usage?.tokens2` or `Uint8Array`. */
function isPath(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value) || wellKnownType.test(value);
}

const wellKnownType =
  /^(?:(?:Big)?(?:U?[Ii]nt|Float)\d{1,2}(?:Clamped)?(?:Array|Value)?|(?:OAuth2?|Oauth2|X509|Ed25519|P256|Secp256k1|Utf8|Base64|Md5|Sha\d{1,3}|Aes\d{3}|Http2|Web3)(?:Access|Refresh|Private|Public|Secret|Url)?(?:Token|Credentials?|Certificate|Key|String|Bytes|Hash|Array|Buffer|Provider|Client|Options|Config)s?)(?:[<[].*)?$/;

/** Whether a value is a label of a form or a message: a sentence with the name of a secret, or a name in code. */
function isLabel(value: string): boolean {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}/.test(value)) return true;
  const isProse = /\s/.test(value.trim());
  if (isProse) return /\b(?:secret|token|pass(?:word|phrase)?|key|credential|sign|log)s?\b/i.test(value);
  return /^[a-z._-]+$/i.test(value) && /secret|token|pass|key|credential/i.test(value);
}

/**
 * Counts the characters from the beginning of a match that decide it, including those that are only looked at. A text
 * with the same characters has the same match there. The result is infinite if a repetition has no bound.
 */
export function reachOf({ source, unicode }: RegExp): number {
  if (unicode) throw new RangeError(`characters of two lengths: ${source}`);
  const groups: number[] = [];
  let at = 0;

  function readChoices(): number {
    let longest = readSequence();
    while (source[at] === '|') {
      at += 1;
      longest = Math.max(longest, readSequence());
    }
    return longest;
  }

  function readSequence(): number {
    let length = 0;
    while (at < source.length && source[at] !== '|' && source[at] !== ')')
      length += repeated(readAtom(), readMost());
    return length;
  }

  function readAtom(): number {
    const first = source[at];
    at += 1;
    if (first === '(') return readGroup();
    if (first === '[') {
      while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
      at += 1;
    } else if (first === '\\') {
      const escaped = source[at] ?? '';
      at += 1;
      if (/[1-9]/.test(escaped)) return groups[Number(escaped) - 1] ?? Number.POSITIVE_INFINITY;
      if (/[a-z]/i.test(escaped) && !/[bBdDsSwWrnt]/.test(escaped))
        throw new RangeError(`not understood: \\${escaped} in ${source}`);
    }
    // A boundary and an end also look at one character.
    return 1;
  }

  function readGroup(): number {
    const [mark = ''] = /^\?(?:[:=!]|<[=!])/.exec(source.slice(at, at + 3)) ?? [];
    at += mark.length;
    const number = mark === '' ? groups.push(0) - 1 : null;
    const length = readChoices();
    at += 1;
    if (number !== null) groups[number] = length;
    return mark.startsWith('?<') ? 0 : length;
  }

  /** Reads the maximum of the repetition at this place, or 1. */
  function readMost(): number {
    const [whole = '', sign = '', least = '', comma = '', most = ''] =
      /^(?:([?*+])|\{(\d{1,5})(?:(,)(\d{0,5}))?\})\??/.exec(source.slice(at, at + 20)) ?? [];
    at += whole.length;
    if (whole === '' || sign === '?') return 1;
    if (sign !== '') return Number.POSITIVE_INFINITY;
    if (comma === '') return Number(least);
    return most === '' ? Number.POSITIVE_INFINITY : Number(most);
  }

  return readChoices();
}

function repeated(length: number, most: number): number {
  return length === 0 ? 0 : length * most;
}
