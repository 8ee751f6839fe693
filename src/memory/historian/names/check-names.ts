import { readDeeds } from '#memory/historian/claims/claim-check.ts';
import { isReportingWord } from '#text/answers/support.ts';
import { type Token, tokenize } from '#text/grounding/alignment/token.ts';
import { isRole, isSpelledOut, isTitle } from '#text/grounding/conflicts/full-names.ts';
import { isCountry, isKnown, isWritten, mayName } from '#text/grounding/conflicts/known-names.ts';
import { indexSource, termOf } from '#text/grounding/source-index.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { isOtherLanguage } from '#text/language/other-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { findItems, type Item } from './list-items.ts';
import { isParticle, linkNames } from './name-links.ts';

interface NameCheckOptions {
  source: string;
  /** The names that the conversation knows. */
  labels: readonly string[];
}

const quotation = /["“„«「『《]([^"”“«»」』《》\n]{2,100})["”“»」』》]/gu;
const latinWord = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]/gu;
/** Matches names whose form shows in any language, whatever its rules for capitals: iPhone, NASA, GPT4. */
const oddWord = /(?<![\p{L}\p{N}])(?=\p{L}*\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}+\d)[\p{L}\p{N}]{2,}/gu;
/** Words before a name: a recipe called fig roll. */
const naming =
  /(?<!\p{L})(?:called|named|(?:en)?titled|dubbed|namens|genannt|appelée?s?|nommée?s?|intitulée?s?|llamad[oa]s?|titulad[oa]s?)\s+/giu;
/** Every summary may name the two speakers by these words. */
const speakers = ' User Assistant AI Nutzer Assistent Utilisateur Usuario Asistente';

/** Reads a source once. The check returns the names in a summary that the source does not have. */
export function createNameCheck({ source, labels }: NameCheckOptions): (summary: string) => string[] {
  const known = fold(source + speakers);
  const telling = labels.filter(isTelling).map((label) => ({ label, folded: fold(label) }));
  const read = createReader(source);
  return (summary) => {
    const folded = fold(summary);
    const { words, names } = read(summary);
    const found = [
      ...match(summary, quotation),
      ...words,
      ...telling.filter((name) => holds(folded, name.folded)).map(({ label }) => label),
    ];
    return [...new Set([...found.filter((name) => !holds(known, fold(name))), ...names])];
  };
}

interface Found {
  /** Words that are names by their form. The source may have them all the same. */
  words: string[];
  /** Names that the source does not have, though it may have their words. */
  names: string[];
}

/** Finds names by their form. German capitalizes every noun, and Chinese and Japanese have no capitals. */
function createReader(source: string): (summary: string) => Found {
  const language = primarySubtag(guessLanguage(source) ?? 'en');
  if (language === 'zh' || language === 'ja')
    return (summary) => ({ words: match(summary, latinWord), names: findUnspaced(summary, source) });
  const read = createSpacedReader(source, language);
  return (summary) => {
    const isForeign = isOtherLanguage(summary, source, language);
    const hasNouns = isForeign || language === 'de';
    const found = splitSentences(summary, language).map(({ text }) => read(text, hasNouns));
    return {
      words: [...(hasNouns ? match(summary, oddWord) : []), ...found.flatMap(({ words }) => words)],
      names: found.flatMap(({ names }) => names),
    };
  };
}

interface Listed {
  /** The words of items in which all words have capitals. */
  named: ReadonlySet<Token>;
  /** The words of items that a deed is reported of. */
  listed: ReadonlySet<Token>;
}

function createSpacedReader(source: string, language: string) {
  const index = indexSource(source, language);
  const links = linkNames(index);
  const isUnknown = (token: Token, text: string) =>
    !isReportingWord(token.lower) &&
    !(isShort(text, token) ? isKnown(token, index) : isWritten(token, index) || isCountry(token));

  return (text: string, hasNouns: boolean): Found => {
    const tokens = tokenize(text, language);
    const items = findItems(text).map((item) => ({ ...item, tokens: within(tokens, item) }));
    const named = new Set(
      items.filter((item) => isNamed(item.tokens, text, item)).flatMap((item) => item.tokens),
    );
    const deeds = items.filter(({ head }) => reportsDeed(head));
    const listed = new Set(deeds.flatMap((item) => item.tokens));
    const label = labelOf(text, tokens);
    const unknown = (token: Token) => mayName(token) && isUnknown(token, text);
    const words = runsOf(tokens).flatMap((run) => {
      if (isSpelledOut(run, index)) return [];
      const missing = run.filter(unknown);
      if (hasNouns) return missing.length === run.length && run.length > 1 ? missing : [];
      return missing.filter((token) => named.has(token) || !(token.opens || label.has(token)));
    });
    return {
      words: words.map(({ start, end }) => text.slice(start, end)),
      names: [
        ...tokens.flatMap((token, at) => {
          const before = previousOf(tokens, at);
          const stated = before === undefined ? '' : text.slice(before.start, token.end);
          if (before === undefined || isGenitive(stated)) return [];
          return mayMix(before, token, { named, listed }) ? [stated] : [];
        }),
        ...items
          .filter((item) => (hasNouns || deeds.includes(item)) && isBare(item.tokens, hasNouns))
          .filter((item) => contentOf(item.tokens).every((token) => isUnknown(token, text)))
          .map((item) => text.slice(item.start, item.end).trim()),
        ...[...text.matchAll(naming)].flatMap(({ 0: words, index: at }) => {
          const name = startingAt(tokens, at + words.length);
          const isInvented = name.length > 1 && name.every((token) => isUnknown(token, text));
          return isInvented ? [text.slice(name[0]?.start, name.at(-1)?.end)] : [];
        }),
      ],
    };
  };

  /** Whether two words that stand together come from two names of the source. */
  function mayMix(first: Token, second: Token, { named, listed }: Listed): boolean {
    const [before, after] = [termOf(first.lower, index), termOf(second.lower, index)];
    const isWritten = [first, second].every(
      ({ capital, lower }) => capital && !isRole(lower) && !isTitle(lower),
    );
    if (!isWritten && !listed.has(second)) return false;
    if (first.opens && !named.has(first) && !links.isName(before)) return false;
    return links.mixes(before, after);
  }
}

/** Finds the word before a token in the same phrase, also across particles. */
function previousOf(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at];
  if (token === undefined || token.light || token.boundary) return undefined;
  let from = at - 1;
  while (from > 0 && at - from <= 2 && isParticle(tokens[from]?.lower ?? '') && !tokens[from]?.boundary)
    from--;
  const before = tokens[from];
  return before === undefined || before.light ? undefined : before;
}

/** Whether an item has only words with capitals, so that its first word belongs to the name too. */
function isNamed(tokens: readonly Token[], text: string, { start, end }: Item): boolean {
  const content = contentOf(tokens);
  if (content.length === 0 || !content.every(({ capital }) => capital)) return false;
  const { done, open } = readDeeds(text.slice(start, end), 'en');
  return done.size === 0 && open.size === 0;
}

/** Whether an item has no word that describes instead of naming: an article, a number. */
function isBare(tokens: readonly Token[], hasNouns: boolean): boolean {
  const content = contentOf(tokens);
  const isPlain = tokens.every(({ light, quantity }) => !light && quantity === null);
  if (hasNouns) return isPlain && content.length > 0 && content.every(({ capital }) => capital);
  return isPlain && content.length > 1 && content.length <= 4;
}

function contentOf(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ light, quantity }) => !light && quantity === null);
}

function within(tokens: readonly Token[], { start, end }: Item): Token[] {
  return tokens.filter((token) => token.start >= start && token.end <= end);
}

/** The words of a label with capitals before a list: "Saved Items: Apple Pie". */
function labelOf(text: string, tokens: readonly Token[]): ReadonlySet<Token> {
  const colon = /^[^:：]{1,60}[:：]\s*(?=\p{Lu})/u.exec(text)?.[0].length ?? 0;
  const label = tokens.filter(({ end }) => end <= colon);
  return new Set(label.length <= 4 ? label : []);
}

function startingAt(tokens: readonly Token[], start: number): Token[] {
  const from = tokens.findIndex((token) => token.start >= start);
  const end = tokens.findIndex((token, at) => at > from && (token.boundary || token.light));
  return tokens[from]?.light === true ? [] : tokens.slice(from, end < 0 ? undefined : end).slice(0, 4);
}

/** Joins words with capitals that stand side by side. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  tokens.forEach((token, at) => {
    if (!mayName(token)) return;
    const before = tokens[at - 1];
    if (before !== undefined && !token.boundary && mayName(before)) runs.at(-1)?.push(token);
    else runs.push([token]);
  });
  return runs;
}

function reportsDeed(head: string): boolean {
  return readDeeds(head).done.size > 0;
}

function isShort(text: string, { start, end }: Token): boolean {
  return /^\p{Lu}+(?:['’]s)?$/u.test(text.slice(start, end));
}

/** Whether one name owns the other: "Qatar's World Cup". */
function isGenitive(stated: string): boolean {
  return /['’]s?\s/u.test(stated);
}

/** Finds items of a list of which the source has fewer than half of the pairs of characters. */
function findUnspaced(summary: string, source: string): string[] {
  return findItems(summary).flatMap(({ start, end, head }) => {
    const item = summary
      .slice(start, end)
      .trim()
      .replace(/[。！!.]{1,3}$/u, '');
    const letters = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{3,12}$/u;
    if (!letters.test(item) || !reportsDeed(head)) return [];
    const pairs = Array.from({ length: item.length - 1 }, (_, at) => item.slice(at, at + 2));
    return pairs.filter((pair) => source.includes(pair)).length * 2 < pairs.length ? [item] : [];
  });
}

function match(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([whole, inner]) => inner ?? whole);
}

/** Says whether a label is recognizable. A label of one plain word, such as "list", is not. */
function isTelling(label: string): boolean {
  const text = label.trim();
  return [...text].length >= 2 && (/\s|\p{N}/u.test(text) || !/^\p{Ll}*$/u.test(text));
}

function holds(text: string, name: string): boolean {
  if (name === '') return true;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + name.length] ?? ' ';
    // A plural or a genitive of a name counts as the name; a longer word that ends in it does not.
    if (!/[a-z0-9à-ÿ]/u.test(before) || !/[a-z0-9à-ÿ]/u.test(name[0] ?? '')) return true;
    if (!/[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]/u.test(before)) return true;
  }
  return false;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`]/gu, "'")
    .replace(/[*_\s]+/gu, ' ')
    .replace(/(?<![.,;:!?。，、])[.,;:!?。，、]+$/u, '')
    .trim();
}
