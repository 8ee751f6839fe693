import { CHAT_LABEL } from '#text/sentences/blocks.ts';
import type { Sentence } from '#text/sentences/sentences.ts';
import { countWords, splitWords, type Word, type WordForms } from '#text/sentences/words.ts';
import { type Role, roleOf } from './boilerplate.ts';
import passages from './passages.json' with { type: 'json' };

type UnitWord = {
  term: string;
  lower: string;
  /** The word's number in the vocabulary of the document, or -1 for light words. */
  id: number;
  capital: boolean;
};

/** What the wording of a unit tells wherever it stands. Units with the same wording share it. */
export type Wording = {
  /** The text on one line. */
  text: string;
  /** The text of a turn without the label of its speaker. */
  said: string;
  /** The length in words, or in characters for scripts without spaces. */
  length: number;
  /** The length in words, where a character of a script without spaces counts as part of a word. */
  size: number;
  words: UnitWord[];
  /** The distinct content terms, as numbers in the vocabulary of the document. */
  terms: number[];
  /** The number of signs of spoken language. */
  spoken: number;
  role: Role;
  /** Whether the unit cannot be understood without the sentence before it. */
  unresolved: boolean;
  labelled: boolean;
  question: boolean;
  quote: boolean;
  contribution: boolean;
  decisions: number;
  smallTalk: boolean;
  commas: number;
  annotations: number;
};

type Reader = {
  read: (text: string, kind: Sentence['kind']) => Wording;
  countTerms: () => number;
};

// A word takes about 1.6 characters in Chinese and Japanese.
export const CHARACTERS_PER_WORD = 1.6;

/** Reads each wording of a document once, however often it is repeated. */
export function createReader(unspaced: boolean, language: string): Reader {
  const vocabulary = new Map<string, number>();
  const forms: WordForms = new Map();
  const turns = new Map<string, Wording>();
  const others = new Map<string, Wording>();
  return {
    countTerms: () => vocabulary.size,
    read(text, kind) {
      const known = kind === 'turn' ? turns : others;
      const before = known.get(text);
      if (before !== undefined) return before;
      // Who wrote a message and when is no part of what it says.
      const said = kind === 'turn' && CHAT_LABEL.test(text) ? withoutSpeaker(text) : text;
      const words = numberWords(splitWords(said, language, 0, forms), said, vocabulary);
      const wording = measure({ text, kind, words, language, unspaced });
      known.set(text, wording);
      return wording;
    },
  };
}

type Measured = {
  text: string;
  kind: Sentence['kind'];
  words: UnitWord[];
  language: string;
  unspaced: boolean;
};

function measure({ text, kind, words, language, unspaced }: Measured): Wording {
  const said = kind === 'turn' ? withoutSpeaker(text) : text;
  const length = countWords(text);
  return {
    text,
    said,
    length,
    size: unspaced ? length / CHARACTERS_PER_WORD : length,
    words,
    terms: distinct(words),
    spoken: countSpoken(text, words, language),
    role: roleOf(said, words),
    unresolved: opensUnresolved(said, language),
    labelled: said.length < text.length,
    question: /[?？]["'”’」]?\s*$/u.test(text),
    quote: /^["“‘「『'„«»‹›]/u.test(said),
    contribution: statesContribution(text, words),
    decisions: Math.min(3, countDecisionCues(text)),
    smallTalk: isSmallTalk(said),
    commas: count(text, isComma),
    annotations: count(text, opensAnnotation),
  };
}

function numberWords(words: readonly Word[], text: string, vocabulary: Map<string, number>): UnitWord[] {
  return words.map((word) => {
    const { term, lower } = word;
    const capital = isCapital(text.charCodeAt(word.start), text.charAt(word.start));
    if (word.light || isAnnotation(text, word)) return { term, lower, id: -1, capital };
    let id = vocabulary.get(term);
    if (id === undefined) {
      id = vocabulary.size;
      vocabulary.set(term, id);
    }
    return { term, lower, id, capital };
  });
}

function distinct(words: readonly UnitWord[]): number[] {
  const terms = new Set<number>();
  for (const { id } of words) if (id >= 0) terms.add(id);
  return [...terms];
}

/** Whether a word is a mark of a transcript such as {pause} or [laughter], which the speaker did not say. */
function isAnnotation(text: string, { start, end }: Word): boolean {
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  return (before === 0x7b && after === 0x7d) || (before === 0x5b && after === 0x5d);
}

function isCapital(code: number, character: string): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  return code < 0x2000 && character !== character.toLowerCase();
}

function count(text: string, matches: (code: number) => boolean): number {
  let hits = 0;
  for (let at = 0; at < text.length; at++) if (matches(text.charCodeAt(at))) hits++;
  return hits;
}

/** Whether a character is a comma or semicolon of any script. These mark asides, lists and new starts in speech. */
function isComma(code: number): boolean {
  return (
    code === 0x2c || code === 0x3b || code === 0xff0c || code === 0x3001 || code === 0xff1b || code === 0x60c
  );
}

/** Whether a character opens a mark of a transcript or of markup: {pause}, [laughter], <br>. */
function opensAnnotation(code: number): boolean {
  return code === 0x7b || code === 0x5b || code === 0x3c;
}

/** Openings that point back to something said before. Such a sentence cannot be understood alone. */
const ENGLISH =
  /^["'“‘([]*(?:(?:and|but|or|so|yet|nor|also|then|thus|hence|therefore|however|moreover|furthermore|meanwhile|instead|nevertheless|nonetheless|besides|otherwise|still|likewise|similarly|consequently|accordingly|additionally|conversely|finally|specifically|in (?:addition|contrast|fact|turn|particular|response)|as a result|for (?:example|instance)|on the other hand|by contrast|that is why|at the same time|after that|because of (?:this|that))\b|(?:he|she|it|they|him|her|his|hers|its|their|them|this|that|these|those|such|here|there|both|neither|another|others|one of (?:them|these|those))\b|the (?:former|latter|same)\b)/iu;
const DUMMY =
  /^["'“‘([]*(?:it(?:'s|’s| is| was| has been| will be| would be) (?:\w+ )?(?:that|to|clear|likely|possible|important|hard|easy|time)\b|there(?:'s|’s| (?:is|are|was|were|has|have|will|would|may|might|can|could|must|should|seems?|exists?))\b|this (?:paper|work|study|article|week|year|month|morning|summer|report|thesis|letter|survey|research)\b|these days\b|that said\b|here(?:'s| is| are)\b|both \p{Lu})/iu;
const CHINESE =
  /^[“‘「『（(]*(?:但|而(?!今)|然而|所以|因此|于是|於是|不过|不過|另外|此外|同时|同時|那么|那麼|然后|然後|接着|其中|他(?!国|國|山)|她|它|这(?!些年)|這|那(?!些年|就)|其(?!实|實|他)|该|該|并且|並且|或者|甚至|尤其是|否则|否則|可是|再比如|比如)/u;
const JAPANESE =
  /^[「『（(]*(?:しかし|だが|また、|そして|それ|これ|この|その|あの|彼(?!岸)|彼女|一方|さらに|ただ|ところが|なお|つまり|だから|したがって|そこで|こうした|そうした|いずれも|同氏|同社|同選手)/u;
const OTHERS = new Map(
  Object.entries<RegExp>({
    de: /^["„“]*(?:genau (?:das|dies)|bis dahin|dabei|dafür|dadurch|das (?:ist|sei|seien|war|waren|gilt)|der (?:hat|bekommt|will|sei)|aber|doch|und|oder|denn|also|dann|deshalb|daher|jedoch|außerdem|er|sie|es|ihm|ihr|ihn|dies\w*|jene\w*|sein|seine)\b/iu,
    fr: /^["«“\s]*(?:mais|et|ou|donc|or|puis|ainsi|cependant|pourtant|toutefois|il|elle|ils|elles|cela|ceci|ce|cette|ces|celui|celle|son|sa|ses|leur|leurs)(?![\p{L}])/iu,
    es: /^["«“¿¡]*(?:pero|y|o|así|entonces|luego|además|sin embargo|no obstante|él|ella|ellos|ellas|esto|eso|este|esta|estos|ese|esa|su|sus)(?![\p{L}])/iu,
    pt: /^["«“]*(?:mas|e|ou|então|assim|além disso|no entanto|porém|ele|ela|eles|elas|isto|isso|este|esta|esse|essa|seu|sua|seus|suas)(?![\p{L}])/iu,
    it: /^["«“]*(?:ma|e|o|quindi|così|poi|inoltre|tuttavia|però|egli|lui|lei|loro|esso|essa|questo|questa|questi|ciò|quello|quella|suo|sua)(?![\p{L}])/iu,
    nl: /^["“]*(?:maar|en|of|dus|dan|daarom|echter|bovendien|hij|zij|ze|het|dit|dat|deze|die|zijn|haar|hun)\b/iu,
    ar: /^["«“]*(?:و|ف)?(?:هذا|هذه|هؤلاء|ذلك|تلك|هو|هي|هم|لكن|غير أن|بيد أن|كذلك|أضافت?|أوضحت?|تابعت?|عليه|حتى ذلك|بالتالي|من جهت(?:ه|ها)|بدور(?:ه|ها))(?!\p{L})/u,
    ru: /^["«“]*(?:но|и|а|или|поэтому|однако|затем|кроме того|он|она|оно|они|это|этот|эта|эти|его|её|ее|их)(?![\p{L}])/iu,
  }),
);

/** Sentences that lean on the one before in other words: "Since then …", "Third, …", "The flood wall there …". */
const LEANING = new Map(
  Object.entries(passages.leaning).map(([code, pattern]) => [
    code,
    new RegExp(String.raw`^["“”‘„«‹「『（(\[*_]{0,3}(?:${pattern})`, 'iu'),
  ]),
);

const SPEAKER_LABEL = /^(?:[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s*)?[#@*]{0,2}[^:：\n]{1,40}[:：]\s*/u;

/** Whether a sentence opens with a reference that only its predecessor resolves. */
export function opensUnresolved(text: string, language: string): boolean {
  if (LEANING.get(language)?.test(text) === true) return true;
  if (language === 'zh') return CHINESE.test(text);
  if (language === 'ja') return JAPANESE.test(text);
  if (language === 'en') return ENGLISH.test(text) && !DUMMY.test(text);
  return OTHERS.get(language)?.test(text) ?? false;
}

/** Removes the label of the speaker from a turn. */
export function withoutSpeaker(text: string): string {
  return text.replace(CHAT_LABEL.test(text) ? CHAT_LABEL : SPEAKER_LABEL, '');
}

/** Words that are typical of speech. They are used as statistics, never to choose a topic. */
const SPOKEN_WORDS = new Map(
  Object.entries<ReadonlySet<string>>({
    en: wordSet(
      "i i'm i've i'll i'd you you're your me my um uh yeah okay ok hmm gonna wanna hello hi thanks",
    ),
    de: wordSet('ich du mich mir dich dir ja hm also okay hallo'),
    fr: wordSet('je tu vous moi toi oui euh bon bonjour merci'),
    es: wordSet('yo tú usted me te mi sí bueno hola gracias pues'),
    pt: wordSet('eu você me te meu minha sim bom olá obrigado né'),
  }),
);

const SPOKEN_SIGNS = new Map(
  Object.entries<RegExp>({
    zh: /我(?!们|國|国)|你|您|然后|這個|这个|就是|那么|那個|那个|吧|呢|啊|嗯|呃|對吧|对吧/gu,
    ja: /ですね|ですよ|でしょうか|えっと|あの、|まあ|私|僕|俺|あなた|ありがとう/gu,
  }),
);

const CONTRIBUTION =
  /\b(?:we|i|authors|(?:this|the|our) (?:paper|work|study|article|report|thesis|letter|survey|research)) (?:\w+ )?(?:propose|present|introduce|describe|develop|show|demonstrate|address|study|investigate|explore|aim|provide|prove|analy[sz]e|report|suggest|consider|find|argue|establish|design|formulate|extend|examine)s?\b|\bin this (?:paper|work|study|article)\b|本文|本研究|我们提出|本論文|本稿/iu;

// The pattern is slow. Every match needs one of these words, which are quick to look for.
const CONTRIBUTORS = wordSet('we i authors paper work study article report thesis letter survey research');

const DECISION =
  /\b(?:decid\w+|agree[ds]?|agreement|conclu\w+|recommend\w*|suggest\w*|propos\w+|plan(?:s|ned|ning)? to|going to|need(?:s|ed)? to|should|will|must|have to|want(?:s|ed)? to|would like|important|main|problem|issue|because|so that|in order to)\b|决定|同意|建议|需要|应该|必须|希望|认为|觉得|问题|因为|所以|重要|关键|決定|同意|提案|必要|べき|予定|問題/giu;

const SMALL_TALK =
  /^(?:[^:：]{0,40}[:：]\s*)?(?:hi|hello|hey|thanks|thank you|(?:good )?morning|good (?:afternoon|evening)|bye|goodbye|see you|sure|okay|ok|yes|no|yeah|right|well|oh|great|sorry|excuse me|you're welcome|大家好|谢谢|好的|对|是的|嗯|ありがとう|はい)\b/iu;

/** Counts the words or signs of speech in a text. */
export function countSpoken(text: string, words: readonly { lower: string }[], language: string): number {
  const signs = SPOKEN_SIGNS.get(language);
  if (signs !== undefined) return text.match(signs)?.length ?? 0;
  const spoken = SPOKEN_WORDS.get(language) ?? SPOKEN_WORDS.get('en');
  let hits = 0;
  for (const { lower } of words) if (spoken?.has(lower)) hits++;
  return hits;
}

/** How spoken a text sounds, from 0 (written) to 1, by its signs of speech and its length. */
export function oralityOf(hits: number, words: number): number {
  return Math.min(1, Math.max(0, (hits / Math.max(1, words) - 0.02) / 0.06));
}

/** Whether a sentence says what its text contributes: "we propose", "this paper". */
function statesContribution(text: string, words: readonly { lower: string }[]): boolean {
  const possible = words.some(({ lower }) => CONTRIBUTORS.has(lower)) || /[本我]/.test(text);
  return possible && CONTRIBUTION.test(text);
}

function countDecisionCues(text: string): number {
  return text.match(DECISION)?.length ?? 0;
}

export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
