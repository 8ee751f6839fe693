import { commandShapes } from './command-shapes.ts';
import { createSignFinder, type Shape } from './find-signs.ts';
import { assignment, keyShapes, knownPlaces, netrc, privateKey } from './secret-shapes.ts';

const mask = '[masked]';
/** Of `--`, three words before a name and the name. */
const usualLead = 80;
/** Of a program's name, and of the first letters of a key, which may be a number of twelve digits. */
const shortLead = 24;
/** What is lost where code ends, for all patterns together. */
const usualMargin = 8192;

const environmentName = /(?:^|[^\w])[A-Z][A-Z0-9_]*$/;

type Found = (string | number | undefined)[];

interface Masking {
  pattern: RegExp;
  /** Numbers of signs. */
  signs: number[];
  /** See `reachOf`. */
  reach: number;
  /** Every match has a sign that ends within so many characters of its beginning. */
  lead: number;
  /** What a match becomes. */
  mask(whole: string, ...found: Found): string;
}

const finder = createSignFinder();
/** In the order in which they are applied. */
export const maskings: readonly Masking[] = [
  ...keyShapes.map((shape) => toMasking(shape, shape === privateKey ? usualLead : shortLead, () => mask)),
  ...knownPlaces.map((place) => toMasking(place, leadOf(place), (_, before) => `${before}${mask}`)),
  toMasking(assignment, usualLead, maskAssigned),
];

/**
 * Hides what looks like a key, a token or a password, and leaves the words around it. What is not in the text at first does not
 * come into it by masking: no sign is part of the mask, and the mask parts what it stands between.
 */
export function maskSecrets(text: string): string {
  const found = finder.find(text);
  let masked = text;
  for (const { pattern, signs, mask: put } of maskings)
    if (signs.some((sign) => found[sign] === 1)) masked = masked.replace(pattern, put);
  return masked;
}

/** The beginning of a text with its secrets hidden: `maskSecrets(text).slice(0, maxChars)`, without reading all of it. */
export function maskStart(text: string, maxChars: number): string {
  for (let read = maxChars + usualMargin; read < text.length; read *= 2) {
    const masked = maskCertain(text.slice(0, read));
    if (masked.length >= maxChars) return masked.slice(0, maxChars);
  }
  return maskSecrets(text).slice(0, maxChars);
}

/** Of the beginning of a text, as much of the masked text as no continuation can change. */
export function maskCertain(start: string): string {
  const found = finder.find(start);
  let masked = start;
  let certain = start.length;
  for (const { pattern, signs, reach, lead, mask: put } of maskings) {
    const isTried = signs.some((sign) => found[sign] === 1);
    // A match that goes on beyond what is certain has its first sign here, or where it begins is just before the end.
    const zone = Math.max(0, certain - reach);
    const sign = isTried ? finder.firstOf(signs, masked.slice(zone, certain)) : -1;
    // Matches that begin before it are the same in every continuation.
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

/** Whether a property of this name holds a secret, whatever its value looks like. */
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
  // In a shell, the folder that it is in.
  if (/^pwd$/i.test(word) && /^[/~.%]|^[a-z]:[\\/]/i.test(value)) return false;
  const isPassword = /^pass.|^pwd$/i.test(word);
  if (quote !== '') return value.length >= (isPassword || word.length === 4 ? 1 : 4);
  // Test reports count too: PASS=12.
  if (/^[\d.,]+$/.test(value)) return isPassword && value.length >= 4;
  if (isNamedLikeEnvironment && (isPassword || isEquated))
    return value.length >= (isPassword || word === 'PASS' ? 1 : 4);
  return value.length >= (isPassword ? 6 : 8) && /\d/.test(value) && !isPath(value) && !isMethod(value);
}

/** How a password is kept. */
function isMethod(value: string): boolean {
  return /^(?:sha|md|utf|base|bcrypt|argon|scrypt|pbkdf|aes|rsa|hmac)[-_]?\d/i.test(value);
}

/** Such as `usage?.tokens2` or `Uint8Array`: a place or a well-known type in a program, not a value. */
function isPath(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value) || wellKnownType.test(value);
}

const wellKnownType =
  /^(?:(?:Big)?(?:U?[Ii]nt|Float)\d{1,2}(?:Clamped)?(?:Array|Value)?|(?:OAuth2?|Oauth2|X509|Ed25519|P256|Secp256k1|Utf8|Base64|Md5|Sha\d{1,3}|Aes\d{3}|Http2|Web3)(?:Access|Refresh|Private|Public|Secret|Url)?(?:Token|Credentials?|Certificate|Key|String|Bytes|Hash|Array|Buffer|Provider|Client|Options|Config)s?)(?:[<[].*)?$/;

/** What a form or a message says of a secret: a sentence with its name in it, or a name in code. */
function isLabel(value: string): boolean {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}/.test(value)) return true;
  const isProse = /\s/.test(value.trim());
  if (isProse) return /\b(?:secret|token|pass(?:word|phrase)?|key|credential|sign|log)s?\b/i.test(value);
  return /^[a-z._-]+$/i.test(value) && /secret|token|pass|key|credential/i.test(value);
}

/**
 * How many characters from the beginning of a match decide it, with those that are only looked at: a text that is the same
 * so far has the same match there. Infinite where a repetition has no bound.
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
    // A boundary and an end look at one character too.
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

  /** Of the repetition that stands here, if any. */
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
