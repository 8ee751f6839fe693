const mask = '[masked]';

/** What keys of well-known services look like. Every repetition is bounded, so that no text makes them slow. */
const keyShapes: RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\b(?:sk|rk|pk)-(?=[\w-]{0,60}\d)[\w-]{16,300}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{10,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_\w{20,255}/g,
  /\bglpat-[\w-]{16,100}/g,
  /\bxox[abeoprs]-[\w-]{10,200}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,400}/g,
  /\bGOCSPX-[\w-]{20,100}/g,
  /\bnpm_[A-Za-z0-9]{30,100}/g,
  /\bpypi-[\w-]{40,400}/g,
  /\bhf_[A-Za-z0-9]{20,100}/g,
  /\bdop_v1_[a-f0-9]{40,100}/g,
  /\bwhsec_[\w+/=]{20,100}/g,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}/g,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000}/g,
];

const authorizationHeader = /\b(authorization["'`]?\s{0,3}[:=]\s{0,3}["'`]?)([^\r\n"'`]{8,500})/gi;
const bearerToken = /\b(bearer|basic)(\s{1,3})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{16,500}/gi;
const addressPassword = /(:\/\/[^\s/:@]{0,100}):[^\s/@]{1,200}@/g;
const commandOption = /(--?(?:password|passwd|token|secret|api-?key)[= ]["'`]?)([^\s"'`]{4,300})/gi;
const assignment =
  /(secret|token|passw(?:or)?d|passwd|passphrase|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credentials?)([\w-]{0,20}["'`]?\s{0,3}(?:=>|:=|[:=])\s{0,3})(["'`]?)([^\s"'`,;)}\]]{4,500})/gi;
const environmentName = /(?:^|[^\w])[A-Z][A-Z0-9_]*$/;

/** Hides what looks like a key, a token or a password, and leaves the words around it. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const shape of keyShapes) masked = masked.replace(shape, mask);
  return masked
    .replace(authorizationHeader, `$1${mask}`)
    .replace(bearerToken, `$1$2${mask}`)
    .replace(addressPassword, `$1:${mask}@`)
    .replace(commandOption, `$1${mask}`)
    .replace(assignment, maskAssigned);
}

/** Whether a property of this name holds a secret, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return /^(?:.*[_-])?(?:secret|token|password|passwd|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie)$/i.test(
    name.slice(-60).replace(/([a-z])([A-Z])/g, '$1_$2'),
  );
}

function maskAssigned(
  whole: string,
  word: string,
  between: string,
  quote: string,
  value: string,
  at: number,
  text: string,
): string {
  const isNamedLikeEnvironment =
    /^[A-Z0-9_]+$/.test(word) && environmentName.test(text.slice(Math.max(0, at - 60), at + word.length));
  return isSecretValue({ word, quote, value, isNamedLikeEnvironment })
    ? `${word}${between}${quote}${mask}`
    : whole;
}

interface Assigned {
  word: string;
  quote: string;
  value: string;
  isNamedLikeEnvironment: boolean;
}

function isSecretValue({ word, quote, value, isNamedLikeEnvironment }: Assigned): boolean {
  // A reference to where the secret is, not the secret.
  if (/^[$<{[&*]|\(|^(?:process|os|env|config|settings|import|self|this|secrets?|vars)\./i.test(value))
    return false;
  if (/^(?:true|false|null|none|undefined|string|number|required|optional)$/i.test(value)) return false;
  if (isNamedLikeEnvironment || quote !== '') return true;
  if (/^[\d.,]+$/.test(value)) return /^pass/i.test(word);
  return value.length >= 8 && (/\d/.test(value) || (/[a-z][A-Z]/.test(value) && value.length >= 16));
}
