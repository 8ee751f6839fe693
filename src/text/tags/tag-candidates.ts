import { localeOf } from '#text/language/language-names.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced, splitWords } from '#text/sentences/words.ts';
import plainTerms from './plain-terms.json' with { type: 'json' };
import { tagKey } from './tag-name.ts';

/**
 * Words that occur in articles about anything. They name no subject alone, and no name of a subject begins or ends
 * with one.
 */
const plainWords = new Map(
  Object.entries(plainTerms).map(([language, list]) => [language, new Set(list.split(' '))]),
);

interface Term {
  surface: string;
  /** The part that the inflected forms of one word share. */
  stem: string;
  light: boolean;
  /** Whether this is a light word that joins two others into one term: aceite de oliva. */
  joins: boolean;
  /** Whether the term has a capital where a plain word would have none. */
  isName: boolean;
  /** Whether the term opens a sentence, where any word has a capital. */
  opens: boolean;
  /** Whether only a blank stands between the term and the one before it. */
  follows: boolean;
}

export interface Candidate {
  key: string;
  /** The stems of its words in order. */
  stems: string[];
  /** The number of words. */
  words: number;
  count: number;
  /** The number of mentions as a name. */
  names: number;
  /** The numbers of the first and the last sentence that contain it. */
  first: number;
  last: number;
  spellings: Map<string, number>;
}

const mostWords = 3;
/** A longer text says many times before this sentence what it is about. */
const mostSentences = 2000;

/** Collects names and terms of one to three words with what is known of each. */
export function collectCandidates(text: string, language: string): { all: Candidate[]; sentences: number } {
  const byKey = new Map<string, Candidate>();
  const unspaced = isUnspaced(text);
  const read = splitSentences(text, language).filter(({ kind }) => kind !== 'code' && kind !== 'table');
  const sentences = read.slice(0, mostSentences);
  const segmenter = unspaced ? new Intl.Segmenter(localeOf(language), { granularity: 'word' }) : null;
  for (const [index, { text: sentence, kind }] of sentences.entries()) {
    const isShouted = sentence === sentence.toUpperCase() && sentence !== sentence.toLowerCase();
    const terms = segmenter === null ? spacedTerms(sentence, language) : unspacedTerms(sentence, segmenter);
    // In a heading, every word may have a capital.
    const plain = kind === 'heading' || isShouted;
    for (const from of terms.keys()) {
      for (let to = from + 1; to <= Math.min(terms.length, from + mostWords); to++) {
        if (to - from > 1 && terms[to - 1]?.follows !== true) break;
        count(terms.slice(from, to), { index, plain, unspaced });
      }
    }
  }
  return { all: [...byKey.values()], sentences: sentences.length };

  function count(
    run: readonly Term[],
    { index, plain, unspaced: isJoined }: { index: number; plain: boolean; unspaced: boolean },
  ): void {
    const [first] = run;
    if (first === undefined || first.light || run.at(-1)?.light !== false) return;
    if (run.some(({ light, joins }) => light && !joins)) return;
    const surface = run.map((term) => term.surface).join(isJoined ? '' : ' ');
    const stems = run.map((term) => term.stem);
    const group = stems.join(' ');
    const known = byKey.get(group) ?? {
      key: tagKey(surface),
      stems,
      words: run.length,
      count: 0,
      names: 0,
      first: index,
      last: index,
      spellings: new Map<string, number>(),
    };
    byKey.set(group, known);
    known.count += 1;
    known.last = index;
    if (!plain && run.every(({ isName, joins }) => isName || joins)) known.names += 1;
    if (!plain || !known.spellings.size)
      known.spellings.set(surface, (known.spellings.get(surface) ?? 0) + (first.opens ? 0.5 : 1));
  }
}

const joiners = new Set("of de des du d' del della delle dei di da do das dos".split(' '));
/** Matches the particles that Korean words carry: 삼성전자는, 평택에서. */
const particle =
  /(?<=[\p{Script=Hangul}]{2})(?:에서|으로|에는|에게|까지|부터|이다|했다|[은는이가을를의에도로과와])$/u;

const capital = /^\p{Lu}/u;
const opening = /(?:^|[.!?:…]["'”’)]*\s|["“„«(]\s?)$/u;

function spacedTerms(sentence: string, language: string): Term[] {
  const words = splitWords(sentence, language);
  return words.map(({ start, end, lower, light, term }, at) => {
    const before = sentence.slice(words[at - 1]?.end ?? 0, start);
    const surface = sentence
      .slice(start, end)
      .replace(/['’]s$/u, '')
      .replace(particle, '');
    const opens = at === 0 || opening.test(before);
    const isNumber = /^[\p{N}.,]+$/u.test(surface);
    const isInner = at > 0 && /^[\s-]$/u.test(before) && words[at - 1]?.lower.length !== 0;
    const isCapital = capital.test(surface);
    return {
      surface,
      // The stem of an English verb is that of its noun: build, building.
      stem: language === 'en' ? tagKey(surface) : term.replace(particle, ''),
      joins: joiners.has(lower),
      light: light || isNumber || (!isCapital && isPlainWord(lower, language)),
      // A word in capitals is a name wherever it stands: NASA.
      isName: isCapital && (!opens || /\p{Lu}.*\p{Lu}/u.test(surface)),
      opens,
      follows: isInner && !/['’]s$/u.test(sentence.slice(words[at - 1]?.start ?? 0, words[at - 1]?.end ?? 0)),
    };
  });
}

const unspacedWord = /^[\p{Script=Han}\p{Script=Katakana}ー々]+$/u;
const latinWord = /^(?=\P{Script=Latin}*\p{Script=Latin})[\p{Script=Latin}\p{N}.+-]+$/u;
const lightHan =
  /[的了是在和就都也这這那我你他她它们們有不很把被给給对對着著过過啊呢吧吗嗎嘛么麼之其与與及而将將等年月日时時从從为為以于於]/u;

function unspacedTerms(sentence: string, segmenter: Intl.Segmenter): Term[] {
  const terms: Term[] = [];
  let end = 0;
  for (const { segment, index, isWordLike } of segmenter.segment(sentence)) {
    if (isWordLike !== true) continue;
    const isHan = unspacedWord.test(segment);
    const light =
      !(isHan || (latinWord.test(segment) && segment.length > 1)) ||
      (isHan && lightHan.test(segment)) ||
      isPlainWord(segment, 'zh');
    terms.push({
      surface: segment,
      stem: segment.toLowerCase(),
      joins: false,
      light,
      isName: latinWord.test(segment) || /^[\p{Script=Katakana}ー]{3,}$/u.test(segment),
      opens: false,
      follows: terms.length > 0 && index === end,
    });
    end = index + segment.length;
  }
  return terms;
}

function isPlainWord(lower: string, language: string): boolean {
  if (plainWords.get(language)?.has(lower) === true) return true;
  // Adverbs and verbs in the past name no subject.
  return language === 'en' && /(?:ly|[a-z]{3}ed)$/u.test(lower);
}
