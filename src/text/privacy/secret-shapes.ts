import { commandShapes } from './command-shapes.ts';
import type { Shape } from './find-signs.ts';
import { toldShapes } from './told-shapes.ts';

export const privateKey: Shape = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  'IVA',
];

/** Keys of well-known services by their look. Every repetition is bounded, so that no text makes them slow. */
export const keyShapes: Shape[] = [
  privateKey,
  [/\b(?:sk|rk|pk)-(?=[\w-]{0,60}\d)[\w-]{16,300}/g, 'sk-', 'rk-', 'pk-'],
  // No word of any language is this long.
  [/\bsk-(?:[a-z]{2,8}-){0,2}[A-Za-z]{24,300}(?![\w-])/g, 'sk-'],
  [/\b(?:sk|rk|pk)_(?:live|test)_\w{10,200}/g, 'sk_', 'rk_', 'pk_'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,255}/g, 'hp_', 'ho_', 'hu_', 'hs_', 'hr_'],
  [/\bgithub_pat_\w{20,255}/g, 'b_p'],
  [/\bgl(?:pat|dt|rt|ptt|soat|cbt|ft|agent)-[\w-]{16,100}/g, 'glp', 'gld', 'glr', 'gls', 'glc', 'glf', 'gla'],
  [/\bxox[a-eoprs]-[\w%-]{10,400}/g, 'xox'],
  [/\bxapp-\d-[\w-]{10,200}/g, 'xap'],
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, 'AKI', 'ASI', 'ABI', 'ACC'],
  [/\bAIza[\w-]{35}/g, 'AIz'],
  [/\bya29\.[\w-]{20,400}/g, 'ya0'],
  [/\bGOCSPX-[\w-]{20,100}/g, 'SPX'],
  [/\bnpm_[A-Za-z0-9]{30,100}/g, 'pm_'],
  [/\bpypi-[\w-]{40,400}/g, 'pyp'],
  [/\bdckr_(?:pat|oat)_[\w-]{20,100}/g, 'dck'],
  [/\bhf_[A-Za-z0-9]{20,100}/g, 'hf_'],
  [/\b(?:gsk|r8)_[A-Za-z0-9]{30,100}/g, 'sk_', 'r0_'],
  [/\bxai-[A-Za-z0-9]{40,200}/g, 'xai'],
  [/\bdop_v1_[a-f0-9]{40,100}/g, 'p_v'],
  [/\bdapi[a-f0-9]{32}\b/g, 'dap'],
  [/\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g, 'shp'],
  [/\bhv[sb]\.[\w-]{20,300}/g, 'hvs', 'hvb'],
  [/\bATATT3[\w=-]{50,300}/g, 'TT0'],
  [/\bwhsec_[\w+/=]{20,100}/g, 'whs'],
  [/\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g, 'SG.'],
  [/\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}/g, 'GE-'],
  [/\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000}/g, 'eyJ'],
  // Telegram writes this key into an address directly after the word “bot”.
  [/(?<!\d)\d{6,12}:AA[\w-]{30,40}(?![\w-])/g, ':AA'],
];

/** Matches a line of a .netrc file, or its parts on separate lines. */
export const netrc =
  /\b((?:machine\s{1,9}\S{1,200}|default)\s{1,9}(?:login\s{1,9}\S{1,200}\s{1,9})?password\s{1,9})\S{1,200}/g;

/** Places of secrets. The first group is kept, and what follows it is masked. */
export const knownPlaces: Shape[] = [
  [
    /\b((?:proxy-)?authorization["'`]?\s{0,3}[:=]\s{0,3}["'`]?)(?=(?:bearer|basic|token|digest|apikey|negotiate)\s{1,3}[^\s$<{]|[^\s"'`$<{][^\s"'`]{0,80}\d)[^\r\n"'`]{1,500}/gi,
    'riz',
  ],
  [/\b((?:set-)?cookie2?["'`]?\s{0,3}:\s{0,3}["'`]?)[\w!#$%&*.^|~+-]{1,100}=[^\r\n"'`]{1,4000}/gi, 'kie'],
  [/\b((?:bearer|basic)\s{1,3})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{16,500}/gi, 'bea', 'sic'],
  [/(:\/\/[^\s/:@"'`<>]{0,100}:)(?!\[masked\]@|\$\{)[^\s/"'`<>]{1,200}(?=@)/g, '://'],
  // This matches a token in place of a user.
  [
    /(https?:\/\/)(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z]|[\w-]{20})[\w-]{10,255}(?=@[\w-]{1,60}[.:/])/g,
    '://',
  ],
  [/\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{10,200}/gi, 'k.c'],
  [/\b(discord(?:app)?\.com\/api\/webhooks\/)\d{5,25}\/[\w-]{20,100}/gi, 'bho'],
  [
    /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=)[^\s&"'`#]{8,2000}/gi,
    '?si',
    '&si',
    '?x-',
    '&x-',
  ],
  [
    /(?<![\w-])(--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|token|secret|api-?key)[= ]["'`]?)[^\s"'`]{4,300}/gi,
    'ssw',
    'ssp',
    'tok',
    'ecr',
    'pik',
    'i-k',
  ],
  ...commandShapes,
  [netrc, 'ssw'],
  // This matches a part of a connection string between semicolons.
  [/(;\s{0,3}(?:password|pwd)\s{0,3}=\s{0,3})[^;\r\n"'`]{1,200}/gi, 'ssw', 'pwd'],
  // This matches names such as SSHPASS and DBPASS without an underscore, but not ordinary words with the same ending.
  [
    /(?<![A-Za-z])((?!(?:BY|COM|ENCOM|TRES|SUR|OVER|UNDER|OLD)(?:PASS|PWD))[A-Z]{2,20}(?:PASS|PWD|PASSWD)\d{0,2}\s{0,2}=\s{0,2}["']?)(?![$/~.(]|\d{1,3}\b)[^\s"'`;,)]{1,200}/g,
    'PAS',
    'PWD',
  ],
  [/(\b_auth\s{0,3}=\s{0,3}["'`]?)[\w+/=-]{8,500}/g, '_au'],
  ...toldShapes,
];

/**
 * These names may stand directly before `pass`. Other words with this ending, such as bypass, mean something else.
 */
const systems =
  'ssh|db|pg|root|admin|mysql|sql|ftp|smtp|imap|mail|ldap|redis|mongo|sudo|keystore|store|proxy';
const secretWord = `secret(?:[_-]?key)?|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|credentials?|(?<![a-z])(?:pass|pwd)|(?<=(?<![a-z])(?:${systems}))pass`;
// The colon must follow the name directly, or the choice between two values would look like an assignment.
const assigns = `(?:["'\`]\\s{0,3}:|:(?![:?+-])|["'\`]?\\s{0,3}(?:=>|:=|=(?!=)))\\s{0,3}`;
/** Matches a name of a secret with its value. Masking decides whether the value is a secret. */
export const assignment: Shape = [
  new RegExp(
    `(${secretWord})((?:[_-][\\w-]{0,20}|\\d{0,3})${assigns})(?:(["'\`])((?:\\\\.|(?!\\3)[^\\\\\\r\\n]){1,500})\\3|(["'\`]?)([^\\s"'\`,;)}\\]]{1,500}))`,
    'gi',
  ),
  ...'ecr tok pas pik i_k i-k ssk s_k s-k ntk t_k t-k tek e_k e-k ede pwd'.split(' '),
];
