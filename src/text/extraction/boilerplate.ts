import passages from './passages.json' with { type: 'json' };

/**
 * The part that a unit plays. `matter` may be chosen. `filler` ("Mm-hmm.", "Hi all,") is said in passing and stays in
 * the flow of the text. `boilerplate` (licences, navigation, disclaimers, hashes, code) is not part of what the text
 * says.
 */
export type Role = 'matter' | 'filler' | 'boilerplate';

const FRONT_MATTER = /^\*{3} ?start of (?:the|this) project gutenberg/iu;
const END_MATTER =
  /^(?:\*{3} ?end of (?:the|this) project gutenberg|end of (?:the )?project gutenberg['’]s )/iu;

// The patterns are slow. Every match needs one of these words, which are quick to look for.
const HINTS = new Set(
  (
    'gutenberg error erreur irrtümlich permission warranty warranties as-is as event redistribution redistributions modify modified licensed licenced license licence rights copyright ' +
    'conditions liability spdx file changelog vorbehalten réservés reservados riservati recipient recipients confidential privileged intended environment iphone ipad android ' +
    'blackberry samsung mobile galaxy outlook handy vertraulich vertrauliche confidentiel confidentielle confidencial forwarded original wrote writes ' +
    'schrieb écrit escribió scritto schreef escreveu skrev cookie cookies subscribe newsletter sign unsubscribe us follow share click tap read skip jump ' +
    'top javascript browser advertisement sponsored related most recommended table leave log login signin privacy terms abonnieren thema abonnez lire ' +
    'notable partager suscríbete suscríbase suscribirse leer compartir'
  ).split(' '),
);
const BEYOND_LATIN = /[^\0-\u02ff\u2000-\u206f]/u;

// The patterns are only applied to this many characters at the beginning of a unit.
const LOOKED_AT = 600;

const LICENCE =
  /\bproject gutenberg(?:™|-tm| e-?books?| licen[cs]e| literary)|permission is hereby granted|without (?:any )?warrant(?:y|ies)|warrant(?:y|ies) of merchantability|provided ["“'‘]?as[ -]is["”'’]?|["“]as is["”] (?:basis|without)|in no event (?:shall|will) |redistributions? (?:in binary|of source|must)|\b(?:re)?distributed? (?:it )?(?:and\/or|or) modif|(?:licen[cs]ed|available|published|released) under (?:the|a) (?:[\w.-]+ ){0,4}licen[cs]e|licen[cs]ed under (?:the|a) |\b(?:general public|apache|mit|bsd|mozilla public) licen[cs]e\b|all rights reserved|copyright (?:\(c\)|©|\d{4})|(?:^|\s)(?:©|\(c\)) ?\d{4}|^©[^.]{0,40}\d{4}|above copyright notice|subject to the following conditions|spdx-license-identifier|use this file except in compliance|obtain a copy of the licen[cs]e|see the licen[cs]e for the specific|all notable changes to |format is based on keep a changelog|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati/iu;
const DISCLAIMER =
  /\bnot the intended recipient\b|\breceived (?:it|this (?:e-?mail|message)) in error\b|\birrtümlich erhalten\b|\bpar erreur, (?:veuillez|merci)|\bpor error, (?:por favor|le rogamos|rogamos)|\bintended recipients?\b.{0,80}\b(?:confidential|delete|disclos|privileged)|\bthis (?:e-?mail|message|communication)\b.{0,60}\b(?:confidential|privileged|intended (?:only|solely))|\baccepts? no (?:liability|responsibility) (?:for|whatsoever)|\bconsider the environment before printing|\b(?:sent|gesendet|envoyé|enviado|inviato|verzonden)\b.{0,12}\b(?:from|via|von|depuis|de|desde|dal?|mi|mon|mijn)\b.{0,12}\b(?:iphone|ipad|android|blackberry|samsung|mobile|galaxy|outlook|handy)|\bget outlook for\b|von meinem (?:iphone|ipad|handy|mobil\p{L}*) gesendet|diese (?:e-?mail|nachricht).{0,60}vertraulich|ce (?:message|courriel).{0,60}confidentiel|este (?:mensaje|correo).{0,60}confidencial|-{3} ?(?:original|forwarded) message|begin forwarded message/iu;
const ATTRIBUTION =
  /^(?:on|am|le|el|il|op|em|den|no dia)\s.{4,160}\s?(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\s?[:：]$|^.{2,80}\s(?:wrote|writes|schrieb|a écrit|escribió)\s?:$/iu;
const NAVIGATION =
  /\b(?:we|this (?:web)?site) uses? cookies\b|\bcookie (?:policy|settings|preferences|notice)\b|\b(?:accept|reject|allow) (?:all )?cookies\b|\bsubscribe (?:to|now|today)\b.{0,40}(?:newsletter|channel|updates|inbox|podcast|$)|\bsign up (?:for|to) (?:our|the|receive)\b.{0,40}(?:newsletter|e-?mail|updates)|\bunsubscribe\b|\b(?:follow|like|join) us on\b|\bfollow @\w|\bshare (?:this|on|via)\b.{0,30}(?:facebook|twitter|article|story|post|page|e-?mail|$)|^(?:click|tap) here\b|\bclick here (?:to|for)\b|^read (?:more|next|also|the full (?:story|article))\b|^(?:skip|jump) to (?:main )?(?:content|navigation)|\bback to top\b|\b(?:enable|turn on) javascript\b|\bview (?:this (?:e-?mail|message) )?in (?:your|a) browser\b|^(?:advertisement|sponsored|related (?:articles|stories|topics|posts)|most (?:read|popular)|recommended for you|table of contents|leave a (?:reply|comment)|(?:log|sign) ?in|privacy policy|terms of (?:use|service))\b|(?:wir verwenden|diese website verwendet) cookies|newsletter abonnieren|jetzt abonnieren|mehr zum thema|nous utilisons des cookies|abonnez-vous|lire aussi|partager (?:cet article|sur)|(?:utilizamos|usamos) cookies|suscríb[ae]\p{L}*|leer más|compartir en/iu;
const OTHER_SCRIPTS =
  /все права защищены|отправлено с|^в\s.{4,160}\s(?:пиш\p{L}+|написал\p{L}?)\s?:$|版权所有|保留所有权利|未经(?:授权|许可|书面)|無断転載|著作権は|iphoneから送信|发自我的|^[于在].{4,160}写道[:：]$|本站使用cookie|点击(?:这里|此处|查看|阅读)|扫描?二维码|关注我们|分享到|责任编辑|クッキーを使用|続きを読む|メルマガ|シェアする/iu;
// Navigation is short; a sentence about cookies in an article is usually longer.
const LONGEST_NAVIGATION = 30;

const GREETING =
  /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte\p{L}*|bonjour|chère?s?|hola|estimad[oa]s?|olá|prezad[oa]s?|ciao|gentile|уважаем\p{L}*|здравствуйте|good (?:morning|afternoon|evening)|greetings)(?:[ ,]+[\p{L}.'’-]+){0,3} ?[,!:.]?$|^(?:尊敬的|亲爱的|各位|大家好|您好|你好).{0,16}[：:，,！!。]?$|^(?:お疲れ様です|お世話になっております|拝啓).{0,12}$/iu;
const SIGN_OFF =
  /^(?:(?:best|kind|warm|many)(?: (?:regards|wishes|thanks))?|regards|cheers|sincerely|yours(?: (?:sincerely|truly|faithfully))?|thanks(?: (?:again|a lot|in advance|so much|very much))?|thank you(?: (?:again|very much|so much|in advance))?|mit freundlichen grüßen|viele grüße|(?:liebe|beste|herzliche) grüße|cordialement|bien à vous|saludos(?: cordiales)?|un saludo|atenciosamente|abraços|cordiali saluti|с уважением|此致|敬礼|祝好|よろしくお願い(?:いた)?します|敬具)[,.!，。！]?(?: \p{Lu}[\p{L}.]*){0,3}$/iu;
// A reader of mail or of a letter to subscribers wants neither its courtesy nor what it asks of them.
const COURTESY = new RegExp(String.raw`^[\s*_([]{0,4}(?:${passages.courtesy})`, 'u');
const APPEAL = new RegExp(
  String.raw`^[\s*_([【—–\p{Extended_Pictographic}-]{0,4}(?:${passages.appeal})`,
  'u',
);
const APPEAL_INSIDE = new RegExp(passages.appealInside, 'iu');
const APPEAL_HINTS = new Set(
  'pages seiten páginas affiliate coffee sign subscribe follow continues kostenlos commission provision influence affect code promo código off disambiguation'.split(
    ' ',
  ),
);
const HOOK = new RegExp(String.raw`^[\s*_"“'‘]{0,3}(?:${passages.hook})`, 'u');
const LONGEST_COURTESY = 24;
const PASSING = new Set(
  (
    'mm hmm mhm hm mmm mm-hmm uh huh uh-huh um er erm eh ah oh ooh yeah yep yup yes no nope nah ok okay right sure well great good fine cool nice ' +
    'thanks thank you very much exactly alright all indeed hello hi hey bye goodbye welcome so and but i see know mean it that is true too ' +
    'totally absolutely definitely perfect wow really maybe sorry please got gotcha fair enough makes sense ' +
    'ja nein genau gut stimmt klar danke na also doch oui non voilà merci euh bah sí si vale bueno claro gracias pues sim não tá né obrigado obrigada da нет да ага угу ладно хорошо'
  ).split(' '),
);
const MOST_PASSING = 6;
const PASSING_UNSPACED =
  /^(?:嗯|早(?:上好|安)?|收到|我?(?:来|去)?看(?:一)?下|辛苦了?|没问题|对|對|啊|哦|噢|呃|是的?|好的?|行|谢谢(?:大家|各位|您|你)?|謝謝|没错|可以|那么?|然后|はい|うん|ええ|ああ|そう(?:です(?:ね|か)?|ですよね)?|なるほど|どうも|ありがとう(?:ございます|ございました)?|네|예|응|[，,。.、！!？?…～~\s])+$/u;

type Words = readonly { lower: string }[];

/** The part that a unit plays, by its wording and shape; `said` is its text without the speaker's label. */
export function roleOf(said: string, words: Words): Role {
  const text = said.length > LOOKED_AT ? said.slice(0, LOOKED_AT) : said;
  if (isPassing(text, words.length)) return 'filler';
  const lower = words.length <= LONGEST_NAVIGATION ? text.toLowerCase() : '';
  if (words.length <= LONGEST_COURTESY && (COURTESY.test(lower) || HOOK.test(lower))) return 'filler';
  if (words.length <= LONGEST_NAVIGATION && (APPEAL.test(lower) || appealsInside(text, words)))
    return 'boilerplate';
  if (isMenu(text) || hasBoilerplateWording(text, words) || isMachineText(text)) return 'boilerplate';
  return 'matter';
}

function appealsInside(text: string, words: Words): boolean {
  const possible = words.some(({ lower }) => APPEAL_HINTS.has(lower)) || BEYOND_LATIN.test(text);
  return possible && APPEAL_INSIDE.test(text);
}

function hasBoilerplateWording(text: string, words: Words): boolean {
  if (BEYOND_LATIN.test(text) && OTHER_SCRIPTS.test(text)) return true;
  if (!words.some(({ lower }) => HINTS.has(lower)) && !text.includes('©')) return false;
  if (LICENCE.test(text) || DISCLAIMER.test(text) || ATTRIBUTION.test(text)) return true;
  return words.length <= LONGEST_NAVIGATION && NAVIGATION.test(text);
}

/** Whether this is the line after which a book of Project Gutenberg begins. */
export function isFrontMatter(text: string): boolean {
  return FRONT_MATTER.test(text);
}

export function isEndMatter(text: string): boolean {
  return END_MATTER.test(text);
}

const MENU_SIGN = /\s[|·•»›>]\s/u;
const LONGEST_MENU = 160;
const LONGEST_PART = 6;

/** Whether a text is a row of short parts between signs: a menu, a byline or the lines below a name in a mail. */
function isMenu(text: string): boolean {
  if (text.length > LONGEST_MENU || !MENU_SIGN.test(text)) return false;
  const parts = text.split(MENU_SIGN);
  return (
    (parts.length > 2 || !text.includes('>')) &&
    parts.every((part) => part.split(/\s+/u).length <= LONGEST_PART)
  );
}

/** Whether a text is a greeting, a sign-off or a short sound of a listener, such as "Mm-hmm.". */
function isPassing(text: string, wordCount: number): boolean {
  if (GREETING.test(text) || SIGN_OFF.test(text) || PASSING_UNSPACED.test(text)) return true;
  if (wordCount > MOST_PASSING * 2) return false;
  const words =
    text
      .replace(/\{\w+\}|\[\w+\]/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  return words.length <= MOST_PASSING && words.every((word) => PASSING.has(word.replace(/['’]s$/u, '')));
}

const ADDRESS = /(?:https?:\/\/|www\.|ftp:\/\/|mailto:)\S+|(?<![\w.+-])<?[\w.+-]+@[\w-]+\.[\w.-]+>?/giu;
const HASH = /(?<![\w/-])(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}(?![\w-])/u;
const OPENS_WITH_HASH = /^[-*+•\s[(`"']{0,8}(?:commit\s+)?[0-9a-f]{7,64}(?![\w-])/iu;
const ENDS_WITH_HASH = /[([`\s][0-9a-f]{7,64}[)\]`]{0,3}[.\s]*$/u;
const DIFF =
  /^(?:diff --git|index [0-9a-f]{7}|@@ -\d|\+\+\+ |--- [ab]\/|commit [0-9a-f]{7,}|Merge: [0-9a-f]{7})/u;
const CODE =
  /^(?:(?:import|export|const|let|var|function|class|def|return|if|for|while|using|package|public|private|static|void|int|async|await)\b.*(?:[;{}]\s*$|=>|\(\)|==| = |from ['"])|#include\b|>>> |\$ [a-z]|(?:npm|npx|git|sudo|docker|curl|pip) (?:\w+ )?-{1,2}\w|(?:npm|npx|pip) (?:install|run|i)\b)/u;
// These are signs of a shell command: options, pipes, variables, comments. Prose has a few of them, but never this
// many.
const SHELL_SIGN = /^(?:-{1,2}[a-z][\w-]*(?:=\S*)?|--|&&|\|{1,2}|>{1,2}|#|\$\w+|"\$\w+"|[A-Z_]{2,}=\S*)$/u;
const FEWEST_SHELL_SIGNS = 3;
const MOST_WORDS_A_SIGN = 7;
// This matches mathematics in TeX, which has many signs in few words although it is prose.
const FORMULA = /\$[^$]{1,200}\$|\\[a-z]+\b/giu;
const CHAT_PREFIX = /^\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s*<[^<>]{1,40}>\s/u;
const ANNOTATION = /\{\w+\}|\[\w+\]/gu;
const FEWEST_WORDS = 3;
const FEWEST_LETTERS = 0.5;
const FEWEST_SYMBOLS = 3;
const MOST_SYMBOLS = 0.08;
const FEWEST_HEXADECIMAL = 7;
const SYMBOLS = new Set([...'{}[];=<>|&$\\^~#'].map((sign) => sign.charCodeAt(0)));

/** Whether a text is written or read by machines: addresses, hashes, diffs, code or rows of figures. */
export function isMachineText(text: string): boolean {
  if (DIFF.test(text) || CODE.test(text) || isShell(text)) return true;
  const plain = withoutSigns(text);
  const { letters, visible, symbols, words, hexadecimal } = countSigns(plain);
  if (hexadecimal >= FEWEST_HEXADECIMAL && hasHashAtAnEnd(text)) return true;
  if (plain !== text && words < FEWEST_WORDS) return true;
  if (letters < visible * FEWEST_LETTERS) return true;
  return symbols >= FEWEST_SYMBOLS && symbols > visible * MOST_SYMBOLS;
}

function isShell(text: string): boolean {
  if (!/[-&|>#$=]/u.test(text)) return false;
  const words = text.split(/\s+/u);
  const signs = words.filter((word) => SHELL_SIGN.test(word)).length;
  return signs >= FEWEST_SHELL_SIGNS && signs * MOST_WORDS_A_SIGN >= words.length;
}

function hasHashAtAnEnd(text: string): boolean {
  return (OPENS_WITH_HASH.test(text) || ENDS_WITH_HASH.test(text)) && HASH.test(text);
}

function withoutSigns(text: string): string {
  let plain = text.replace(CHAT_PREFIX, '');
  if (/@|:\/\/|www\.|mailto:/iu.test(plain)) plain = plain.replace(ADDRESS, ' ');
  if (/[$\\]/u.test(plain)) plain = plain.replace(FORMULA, ' ');
  return /[{[]/u.test(plain) ? plain.replace(ANNOTATION, ' ') : plain;
}

type Signs = { letters: number; visible: number; symbols: number; words: number; hexadecimal: number };

/** Counts the kinds of characters in one pass; `hexadecimal` is the longest run of hexadecimal digits. */
function countSigns(text: string): Signs {
  const signs: Signs = { letters: 0, visible: 0, symbols: 0, words: 0, hexadecimal: 0 };
  let inWord = false;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = isLetter(code);
    const word = letter || isDigit(code);
    if (code > 0x20) signs.visible++;
    if (letter) signs.letters++;
    if (word && !inWord) signs.words++;
    if (!word && SYMBOLS.has(code)) signs.symbols++;
    run = isDigit(code) || (code >= 0x61 && code <= 0x66) ? run + 1 : 0;
    if (run > signs.hexadecimal) signs.hexadecimal = run;
    inWord = word;
  }
  return signs;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Whether a character is a letter of any script. Beyond Latin, everything counts that is not general or East Asian
 * punctuation.
 */
function isLetter(code: number): boolean {
  const lower = code | 0x20;
  if (code < 0x80) return lower >= 0x61 && lower <= 0x7a;
  const punctuation =
    code < 0xc0 ||
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff01 && code <= 0xff20);
  return !punctuation;
}
