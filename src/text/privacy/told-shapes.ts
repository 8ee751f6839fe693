import type { Shape } from './find-signs.ts';

/** Names of secrets that are told in a sentence in one of six languages, or in an element of markup. */

const names =
  'pass(?:word|phrase|code)|(?:pass|kenn)wort|mot de passe|contrase[ñn]a|\\bclave|\\bpin(?:[ -]?code)?';
const nameSigns = ['pas', 'nnw', 'ras', 'lav', 'pin'];
/** Matches a purpose such as “for the staging server”. */
const what =
  '(?:\\s{1,3}(?:for|of|to|on|für|von|zu|zum|zur|pour|de|du|des|para|del)(?:\\s{1,3}[^\\s.!?:=]{1,30}){1,3}?)?';
const is =
  '\\s{1,3}(?:is|was|ist|lautet|war|est|es|era)(?:\\s{1,3}(?:now|jetzt|maintenant|ahora))?:?\\s{1,3}';
const openingQuote = '["\'`“„«「]';
const closingQuote = '["\'`“”»」]';
const inQuotes = '[^"\'`“”„«»」\\r\\n]';
/** Excludes a place or a method, which is not the secret itself. */
const never =
  '(?![$<{[*(&/]|https?:|(?:sha|md|base|utf|aes|rsa|argon|bcrypt|scrypt|pbkdf|hmac|v)-?\\d|2fa|\\d{1,3}%|\\d{1,2}(?:st|nd|rd|th)\\b)';
/** Matches a word with a digit, or with a mark inside; a mark at the end belongs to the sentence. */
const telling =
  '(?=[^\\s"\'`“”„«»,;]{0,60}(?:\\d|[^\\w\\s.,;:!?\'"()“”…ß-ÿ-](?=\\w)))[^\\s"\'`“”„«»,;]{3,200}[^\\s"\'`“”„«»,;.!?)]';
/** Words that describe a password without telling it. */
const said = [
  '[a-zß-ÿ]{1,30}(?:ed|ing|able|ible|ly|lich|bar|iert|ig|é|ée|ado|ada|ido|ida|orio|oria)',
  '(?:ge|ab|aus|ein|ver|zer|be|un|er|ent)[a-zß-ÿ]{2,20}(?:en|t|er)',
  'wrong|weak|short|long|strong|fine|okay|good|safe|secure|correct|right|(?:in)?valid|gone|lost|here|there|unknown',
  'empty|blank|missing|public|private|simple|easy|hard|temporary|unique|ready|stuck|broken|hidden|known|taken|forgotten',
  'incorrect|different|random|complex|outdated|current|obvious|same|back|also|still|just|only|null|none|not',
  'falsch|kurz|lang|sicher|leer|stark|schwach|korrekt|gleich|hier|anders|privat',
  'faux|court|faible|fort|vide|perdu|requis|valide|invalide|oubliée?',
  '(?:in)?correcta|corta|larga|débil|fuerte|segura|nueva|vieja|(?:in)?válida|pública|vacía|igual',
].join('|');
const notSaid = `(?!(?:${said})(?![\\wß-ÿ]))`;
/** Excludes types, states and names in a program. */
const notNamed = `(?!(?:${[
  'str|char|varchar|int|integer|bool|boolean|any|object|bytes|never|void|auto|default|nil|undefined|unset|true|false|optional',
  'mandatory|sensitive|prompt|ask|vault|keychain|keyring|keepass|bitwarden|pflichtfeld|pflichtangabe|erforderlich|minimum|maximum|forgot|change|reset|enter|print|nein|none|yes',
].join(
  '|',
)})(?![\\wß-ÿ])|[a-zß-ÿ]{0,40}(?:pass|pwd|kenn|secret|token|key|value|hash|input|text|string|number|field|name|user|data|body|config|form|label|param|arg|cwd|path|dir))`;
const ofMine = '\\b(?:my|our|mein|unser|mon|notre|mi|nuestra)\\s{1,3}(?:[a-z]{1,15}\\s{1,3})?';
const atEnd = '(?=[.!,;]{0,3}(?:\\s{0,3}$|\\s{0,2}[\\r\\n])|[.!,;])';

const hanNames = '密码|密碼|口令|暗証番号|パスワード';
/** The signs do not distinguish white space from characters beyond ASCII. */
const hanSigns = ['   ', '  :', '  ='];
const hanValue = '[A-Za-z0-9!#%&*+./:;=?@^_~-]{4,200}';
const hanIs = '(?:已|都|被)?(?:就?是|[改设設换換重更][^\\s\\w，。]{0,3}[为為成]|为|為|は)';
const hanNever =
  '(?!(?:string|number|text|varchar|null|none|true|false|undefined|required|optional|empty|hash|base64|sha-?\\d{0,3}|md5|bcrypt|argon2?|aes)(?!\\w)|https?:)';

const passwordName = 'passw(?:or)?d|passphrase|(?<![a-z])(?:pwd|pass)';
const otherName = 'secret(?:[_-]?key)?|token|(?:api|access|private)[_-]?key|credentials?';
const markupSigns = 'pas pwd ecr tok pik i_k i-k ssk s_k s-k tek e_k e-k ede'.split(' ');
const plistKey = (name: string) =>
  `<key>[\\w .:-]{0,40}?(?:${name})[\\w .:-]{0,20}<\\/key>\\s{0,40}<string>\\s{0,40}`;
const elementOf = (name: string) =>
  `(<[\\w.:-]{0,40}?(?:${name})\\d{0,2}(?:\\s[^<>]{0,200})?>\\s{0,40}(?:<!\\[CDATA\\[\\s{0,40})?)`;
const attribute = `(?:name|key|id)\\s{0,2}=\\s{0,2}["'][\\w.:-]{0,40}?(?:${passwordName}|${otherName})["']`;
/** Excludes a placeholder and the name of a form's field. */
const noValue = '(?!\\$|[#%]?\\{|\\*{3}|\\[masked|[^<>"\']{0,80}passw)';
const closing = '(?=\\s{0,40}(?:\\]\\]>|<\\/))';
/** Matches the end of a value. White space before it belongs to the value, but line breaks do not. */
const valueEnd = '(?=(?:\\r?\\n\\s{0,40})?(?:\\]\\]>|<\\/))';
const withDigit = `(?=[^<>\\s]{0,200}\\d)[^<>\\s]{8,500}${closing}`;

/** Secrets that are told. The first group is kept, and what follows it is masked. */
export const toldShapes: Shape[] = [
  [new RegExp(`((?:${names})${what}${is}${openingQuote}?)${never}${telling}`, 'gi'), ...nameSigns],
  [
    new RegExp(
      `((?:${names})${what}${is}${openingQuote})${never}(?!(?:${said})${closingQuote})${inQuotes}{1,200}(?=${closingQuote})`,
      'gi',
    ),
    ...nameSigns,
  ],
  [new RegExp(`(${ofMine}(?:${names})${is})${notSaid}[a-zß-ÿ]{4,60}${atEnd}`, 'gi'), ...nameSigns],
  // English names are covered by the assignments. These names do not occur in programs.
  [
    new RegExp(
      `((?:(?:pass|kenn)wort|mot de passe|contrase[ñn]a)\\s{0,2}[:=：]\\s{0,3}${openingQuote}?)${never}${telling}`,
      'gi',
    ),
    ...nameSigns,
  ],
  [new RegExp(`((?:${hanNames})${hanIs}[:：]?\\s{0,3}["'“「『]?)${hanNever}${hanValue}`, 'gi'), ...hanSigns],
  [
    new RegExp(
      `((?:${hanNames})\\s{0,2}[:=：]\\s{0,3}["'“「『]?)${hanNever}(?=[^\\s，。]{0,200}\\d)${hanValue}`,
      'gi',
    ),
    ...hanSigns,
  ],
  [
    new RegExp(`${elementOf(passwordName)}${noValue}[^<>\\s][^<>\\r\\n]{0,200}?${valueEnd}`, 'gi'),
    ...markupSigns,
  ],
  [new RegExp(`${elementOf(otherName)}${noValue}${withDigit}`, 'gi'), ...markupSigns],
  [
    new RegExp(
      `(${attribute}\\s{1,9}(?:[\\w:-]{1,20}="[^"<>]{0,40}"\\s{1,9}){0,2}value\\s{0,2}=\\s{0,2}["'])${noValue}[^"'<>\\r\\n]{4,300}(?=["'])`,
      'gi',
    ),
    ...markupSigns,
  ],
  [new RegExp(`(${attribute}[^<>]{0,100}>\\s{0,9})${noValue}${withDigit}`, 'gi'), ...markupSigns],
  [
    new RegExp(
      `(<input\\s(?=[^<>]{0,300}\\btype\\s{0,2}=\\s{0,2}["']?password\\b)[^<>]{0,300}?\\bvalue\\s{0,2}=\\s{0,2}["'])${noValue}[^"'<>\\r\\n]{1,300}(?=["'])`,
      'gi',
    ),
    'npu',
  ],
  [new RegExp(`(${plistKey(passwordName)})${noValue}[^<>\\s][^<>\\r\\n]{0,200}?${valueEnd}`, 'gi'), 'key'],
  [new RegExp(`(${plistKey(otherName)})${noValue}${withDigit}`, 'gi'), 'key'],
  // In code, a space before the colon may belong to the choice between two values.
  [
    new RegExp(
      `((?<![\\w?$.-]|\\?[^\\r\\n]{0,80})(?:passw(?:or)?d|passphrase|pwd|token|secret)(?:\\s{1,3}:|\\s{0,2}：)\\s{0,3}${openingQuote}?)${never}${telling}`,
      'gi',
    ),
    ...nameSigns,
    'pwd',
    'tok',
    'ecr',
  ],
  // This matches a line of a configuration with a name and one word. Prose goes on, and code ends with a mark.
  [
    new RegExp(
      `((?<=^|[\\r\\n])[ \\t>*+-]{0,20}["']?[\\w.-]{0,30}?(?:passw(?:or)?d|passphrase|pwd|(?:pass|kenn)wort)["']?(?:[:：][ \\t]{1,9}|：|=))${notNamed}${notSaid}[a-zß-ÿ]{4,60}(?=[ \\t]{0,9}(?:[\\r\\n]|$))`,
      'gi',
    ),
    ...nameSigns,
    'pwd',
  ],
];
