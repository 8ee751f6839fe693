const mask = '[masked]';

/** What keys of well-known services look like. Every repetition is bounded, so that no text makes them slow. */
const keyShapes: RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\b(?:sk|rk|pk)-(?=[\w-]{0,60}\d)[\w-]{16,300}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{10,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_\w{20,255}/g,
  /\bgl(?:pat|dt|rt|ptt|soat|cbt|ft|agent)-[\w-]{16,100}/g,
  /\bxox[abeoprs]-[\w-]{10,200}/g,
  /\bxapp-\d-[\w-]{10,200}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,400}/g,
  /\bGOCSPX-[\w-]{20,100}/g,
  /\bnpm_[A-Za-z0-9]{30,100}/g,
  /\bpypi-[\w-]{40,400}/g,
  /\bdckr_(?:pat|oat)_[\w-]{20,100}/g,
  /\bhf_[A-Za-z0-9]{20,100}/g,
  /\b(?:gsk|r8)_[A-Za-z0-9]{30,100}/g,
  /\bxai-[A-Za-z0-9]{40,200}/g,
  /\bdop_v1_[a-f0-9]{40,100}/g,
  /\bdapi[a-f0-9]{32}\b/g,
  /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g,
  /\bhv[sb]\.[\w-]{20,300}/g,
  /\bATATT3[\w=-]{50,300}/g,
  /\bwhsec_[\w+/=]{20,100}/g,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}/g,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000}/g,
  // Telegram writes it into an address, right after the word “bot”.
  /(?<!\d)\d{6,12}:AA[\w-]{30,40}(?![\w-])/g,
];

/** The first group stays, what follows it is masked. */
const knownPlaces: RegExp[] = [
  /\b((?:proxy-)?authorization["'`]?\s{0,3}[:=]\s{0,3}["'`]?)(?=(?:bearer|basic|token|digest|apikey|negotiate)\s{1,3}[^\s$<{]|[^\s"'`$<{][^\s"'`]{0,80}\d)[^\r\n"'`]{1,500}/gi,
  /\b((?:set-)?cookie2?["'`]?\s{0,3}:\s{0,3}["'`]?)[\w!#$%&*.^|~+-]{1,100}=[^\r\n"'`]{1,4000}/gi,
  /\b((?:bearer|basic)\s{1,3})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{16,500}/gi,
  /(:\/\/[^\s/:@"'`<>]{0,100}:)(?!\[masked\]@|\$\{)[^\s/"'`<>]{1,200}(?=@)/g,
  /\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{10,200}/gi,
  /\b(discord(?:app)?\.com\/api\/webhooks\/)\d{5,25}\/[\w-]{20,100}/gi,
  /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=)[^\s&"'`#]{8,2000}/gi,
  /(?<![\w-])(--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|token|secret|api-?key)[= ]["'`]?)[^\s"'`]{4,300}/gi,
  // curl -u name:password; elsewhere -u is a user and a group.
  /\b((?:curl|wget|https?|xh)\s[^\r\n|;]{0,300}?(?<=\s)(?:-[a-zA-Z]{0,6}[ua]|--user|--auth|--proxy-user)[= ]?(?:"[^\s"'`:]{1,100}:(?=[^"\r\n]{1,200}")|'[^\s"'`:]{1,100}:(?=[^'\r\n]{1,200}')))[^"'\r\n]{1,200}/g,
  /\b((?:curl|wget|https?|xh)\s[^\r\n|;]{0,300}?(?<=\s)(?:-[a-zA-Z]{0,6}[ua]|--user|--auth|--proxy-user)[= ]?[^\s"'`:]{1,100}:)(?!\/\/)[^\s"'`]{1,200}/g,
  /\b((?:curl|wget)\s[^\r\n|;]{0,300}?(?<=\s)(?:-b|--cookie)[= ]?["'`]?[\w.-]{1,60}=)[^\r\n"'`]{1,2000}/g,
  /\b((?:mysql|mariadb)[\w-]{0,12}\s[^\r\n|;]{0,200}?(?<=\s)-p(?:"(?=[^"\r\n]{1,200}")|'(?=[^'\r\n]{1,200}')))[^"'\r\n]{1,200}/g,
  /\b((?:mysql|mariadb)[\w-]{0,12}\s[^\r\n|;]{0,200}?(?<=\s)-p)[^\s"'`=-][^\s"'`]{0,200}/g,
  /\b((?:docker|podman|nerdctl|oc|az|cf|helm registry|sshpass|mongo(?:sh|dump|restore)?)\s(?:login\s)?[^\r\n|;]{0,200}?(?<=\s)-p[= ]["'`]?)(?!\d{1,5}(?:[:\s]|$))[^\s"'`:]{4,200}(?![^\s"'`]{0,200}:)/g,
  /\b(redis-cli\s[^\r\n|;]{0,200}?(?<=\s)-a[= ]["'`]?)[^\s"'`]{1,200}/g,
  // A line of .netrc, or its parts on lines of their own.
  /\b((?:machine\s{1,9}\S{1,200}|default)\s{1,9}(?:login\s{1,9}\S{1,200}\s{1,9})?password\s{1,9})\S{1,200}/g,
  // A part of a connection string, between semicolons.
  /(;\s{0,3}(?:password|pwd)\s{0,3}=\s{0,3})[^;\r\n"'`]{1,200}/gi,
  /(\b_auth\s{0,3}=\s{0,3}["'`]?)[\w+/=-]{8,500}/g,
];

const secretWord =
  'secret(?:[_-]?key)?|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credentials?|(?<![a-z])pass|(?<=[_-])pwd';
// A colon right after the name, or the choice between two values would look like one.
const assigns = `(?:["'\`]\\s{0,3}:|:(?![:?+-])|["'\`]?\\s{0,3}(?:=>|:=|=(?!=)))\\s{0,3}`;
const assignment = new RegExp(
  `(${secretWord})((?:[_-][\\w-]{0,20}|\\d{0,3})${assigns})(?:(["'\`])((?:\\\\.|(?!\\3)[^\\\\\\r\\n]){1,500})\\3|(["'\`]?)([^\\s"'\`,;)}\\]]{1,500}))`,
  'gi',
);
const environmentName = /(?:^|[^\w])[A-Z][A-Z0-9_]*$/;

/** Hides what looks like a key, a token or a password, and leaves the words around it. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const shape of keyShapes) masked = masked.replace(shape, mask);
  for (const place of knownPlaces) masked = masked.replace(place, `$1${mask}`);
  return masked.replace(assignment, maskAssigned);
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
