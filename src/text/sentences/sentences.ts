import { localeOf } from '#text/language/language-names.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { type Block, flattenText, splitBlocks } from './blocks.ts';

/** A sentence of a text; `text` is always exactly the source between `start` and `end`. */
export type Sentence = {
  text: string;
  start: number;
  end: number;
  index: number;
  kind: Block['kind'];
  paragraph: number;
  speaker?: string;
};

type Span = { start: number; end: number };

// On older engines, a segmenter may need time in proportion to its whole string. Cutting the text into pieces keeps
// the time linear.
const PIECE_CHARACTERS = 20_000;
const LONGEST_SENTENCE = 1_200;
const WHOLE: ReadonlySet<Block['kind']> = new Set(['heading', 'header', 'table', 'signature', 'code']);
const TOKENIZED_END = / [.!?]['"”’)]* (?=\S)/g;
const EMPHASIS_END = /[.!?]["'”’)]*(?:\*{1,3}|_{1,3})["'”’)]* (?=["'“‘(*_]*\p{Lu})/gu;
// The mark of a transcript between two sentences: "It works. [laughter] The lift …".
const MARK_END = /[.!?]['"”’)]* \[\p{Ll}{4,14}\] (?=["'“‘]?\p{Lu})/gu;
const CJK_GAP =
  /(?<=[\u3040-\u30ff\u3400-\u9fff」』）】！？。])[ \u3000]+(?=[\u3040-\u30ff\u3400-\u9fff「『（【＜])/gu;
// Thai and Lao have no full stop; a space ends a sentence or a longer clause.
const THAI_GAP = /(?<=[\u0e00-\u0eff])[ \u3000]+(?=[\u0e00-\u0eff])/gu;
const SHORTEST_THAI = 40;
// The Unicode rules count an opening quotation mark after a full stop as part of the sentence before.
const CJK_QUOTE_START = /[。！？](?=[「『（“【])/g;
// The mark of a footnote: "[1]", "[note 2]", "²", or in the text of a PDF a bare digit after a word: "recommended.1".
const NOTE_SIGN = /[.!?。！？]["'”’)」』]?(?:\[|[\u00b9\u00b2\u00b3\u2070-\u2079])|\p{Ll}\.\d/u;
const NOTE =
  /[.!?。！？]["'”’)」』]{0,2}(?:(?:\[(?:\d{1,3}|[a-z]|[\p{L}]{2,12} (?:\d{1,3}|\p{L}{2,12}))\][\s:]?){1,9}|[\u00b9\u00b2\u00b3\u2070-\u2079]{1,4}|(?<=\p{Ll}{4}\.)\d{1,3}(?:[,–-]\d{1,3}){0,4}(?=\s+\p{Lu}\p{Ll}))\s*(?=[^\s\p{Ll}]|$)/gu;
const LONE_OPENER = /^\s*[「『（“【]\s*$/u;
// A Chinese quotation whose speaker is named after it: “半年又漏了。”家住槐树巷的孙玉兰说。
const CHINESE_QUOTED =
  /[。！？…]”(?=[\u3400-\u9fff])[^。！？”“]{1,40}(?:说|說|表示|坦言|介绍|介紹|回忆|回憶|补充|補充|称|稱|道|问|問|告诉记者)[。，：]/u;
const OPENERS = new Map([
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['“', '”'],
]);

/** Splits text into sentences with offsets, in any language that `Intl.Segmenter` knows. */
export function splitSentences(text: string, language?: string): Sentence[] {
  const segmenter = createSegmenter(language);
  const sentences: Sentence[] = [];
  for (const block of splitBlocks(text)) {
    for (const span of splitBlock(text, block, segmenter)) {
      sentences.push({
        text: text.slice(span.start, span.end),
        start: span.start,
        end: span.end,
        index: sentences.length,
        kind: block.kind,
        paragraph: block.paragraph,
        ...(block.speaker === undefined ? {} : { speaker: block.speaker }),
      });
    }
  }
  return sentences;
}

// Making a segmenter costs as much as splitting a page, so a few are kept. A check reads source and summary in turn,
// each in its own language.
const keptSegmenters = 8;
const segmenters = new Map<string | undefined, Intl.Segmenter>();

function createSegmenter(language: string | undefined): Intl.Segmenter {
  const kept = segmenters.get(language);
  if (kept !== undefined) return kept;
  if (segmenters.size >= keptSegmenters) segmenters.clear();
  const segmenter = new Intl.Segmenter(localeOf(language ?? 'en'), { granularity: 'sentence' });
  segmenters.set(language, segmenter);
  return segmenter;
}

function splitBlock(text: string, block: Block, segmenter: Intl.Segmenter): Span[] {
  if (WHOLE.has(block.kind)) return [{ start: block.start, end: block.end }];
  const flat = flattenText(text, { start: block.start, end: block.end, quoted: block.kind === 'quoted' });
  const spans: Span[] = [];
  let from = 0;
  for (const cut of cutFlat(flat.text, segmenter)) {
    const span = trim(flat.text, from, cut);
    if (span !== undefined)
      spans.push({ start: flat.sourceAt(span.start), end: flat.sourceAt(span.end - 1) + 1 });
    from = cut;
  }
  return spans;
}

/**
 * Yields the ends of sentences in a text of one line. The last sentence of each piece may go on, so it is read again.
 */
function* cutFlat(text: string, segmenter: Intl.Segmenter): Generator<number> {
  let start = 0;
  while (text.length - start > PIECE_CHARACTERS) {
    let end = start + PIECE_CHARACTERS;
    if (isLowSurrogate(text.charCodeAt(end))) end++;
    const cuts = cutPoints(text.slice(start, end), segmenter);
    if (cuts.length > 1) cuts.pop();
    for (const cut of cuts) yield start + cut;
    start += cuts.at(-1) ?? PIECE_CHARACTERS;
  }
  for (const cut of cutPoints(text.slice(start), segmenter)) yield start + cut;
}

/**
 * Finds the ends of sentences inside one block, relative to the block and ascending. The last one is the end of the
 * block.
 */
function cutPoints(raw: string, segmenter: Intl.Segmenter): number[] {
  const lowerCase = !/\p{Lu}/u.test(raw.slice(1));
  const natural: number[] = [];
  for (const segment of segmenter.segment(raw)) natural.push(segment.index + segment.segment.length);
  const notes = [...findNotes(raw), ...findEmphasisEnds(raw), ...findMarkEnds(raw)].sort(
    (a, b) => a.start - b.start,
  );
  const extra = [...extraCuts(raw), ...notes.map(({ end }) => end)];
  const merged = mergeCuts(withoutInside(natural, notes), extra);
  const forced = new Set(extra);
  const cuts: number[] = [];
  let from = 0;
  for (let i = 0; i < merged.length; i++) {
    const cut = merged[i] ?? raw.length;
    const next = merged[i + 1];
    if (next !== undefined && cut - from < LONGEST_SENTENCE) {
      const piece = raw.slice(from, cut);
      const following = raw.slice(cut, Math.min(next, cut + 48));
      if (isOpen(piece) || LONE_OPENER.test(piece) || CHINESE_QUOTED.test(piece.slice(-4) + following))
        continue;
      const unfinished = continuesAfter(piece, following) || goesOn(following, lowerCase);
      if (unfinished && !forced.has(cut)) continue;
    }
    if (cut - from > LONGEST_SENTENCE) cuts.push(...cutLong(raw, from, cut));
    cuts.push(cut);
    from = cut;
  }
  return cuts;
}

/** Finds marks of footnotes with the end of the sentence before them. A sentence ends after them, not inside. */
function findNotes(raw: string): Span[] {
  if (!NOTE_SIGN.test(raw)) return [];
  return spansOf(raw, NOTE);
}

function spansOf(raw: string, pattern: RegExp): Span[] {
  return [...raw.matchAll(pattern)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** Finds the ends of sentences in emphasis: "**Is it safe?** Yes". */
function findEmphasisEnds(raw: string): Span[] {
  return raw.includes('* ') || raw.includes('_ ') ? spansOf(raw, EMPHASIS_END) : [];
}

function findMarkEnds(raw: string): Span[] {
  return raw.includes('] ') ? spansOf(raw, MARK_END) : [];
}

function mergeCuts(natural: number[], extra: readonly number[]): number[] {
  return extra.length === 0 ? natural : [...new Set([...natural, ...extra])].sort((a, b) => a - b);
}

function withoutInside(cuts: number[], spans: readonly Span[]): number[] {
  if (spans.length === 0) return cuts;
  let at = 0;
  return cuts.filter((cut) => {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) < cut) at++;
    return cut <= (spans[at]?.start ?? cut) || cut === spans[at]?.end;
  });
}

/**
 * Finds boundaries that the Unicode rules miss: tokenised text (" . "), gaps between unspaced sentences.
 */
function extraCuts(raw: string): number[] {
  const cuts: number[] = [];
  if (raw.includes(' . ') || raw.includes(' ? ') || raw.includes(' ! ') || raw.includes(' ." ')) {
    for (const match of raw.matchAll(TOKENIZED_END)) cuts.push(match.index + match[0].length);
  }
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(raw)) {
    for (const match of raw.matchAll(CJK_QUOTE_START)) cuts.push(match.index + 1);
    const gaps = [...raw.matchAll(CJK_GAP)];
    if (gaps.length * 12 <= raw.length) for (const gap of gaps) cuts.push(gap.index + gap[0].length);
  }
  if (/[\u0e00-\u0eff]/.test(raw)) cuts.push(...thaiCuts(raw));
  return cuts;
}

function thaiCuts(raw: string): number[] {
  const cuts: number[] = [];
  for (const gap of raw.matchAll(THAI_GAP)) {
    const cut = gap.index + gap[0].length;
    if (gap.index - (cuts.at(-1) ?? 0) >= SHORTEST_THAI && raw.length - cut >= SHORTEST_THAI) cuts.push(cut);
  }
  return cuts;
}

/** Whether a sentence goes on in lower case after a quotation (‘“Why?” he asked’) or after an ellipsis. */
function goesOn(next: string, lowerCase: boolean): boolean {
  return !lowerCase && /^\s*\p{Ll}/u.test(next);
}

/** Whether a piece ends inside an East Asian quotation, which stays whole if it is short enough to read. */
function isOpen(piece: string): boolean {
  if (piece.length > 160) return false;
  for (const [open, close] of OPENERS) {
    const at = piece.lastIndexOf(open);
    if (at < 0 || piece.indexOf(close, at) >= 0) continue;
    if (open !== '“' || /[\u3040-\u30ff\u3400-\u9fff]/.test(piece)) return true;
  }
  return false;
}

/** Cuts run-on text without an end at the weakest marks that keep the pieces readable. */
function cutLong(raw: string, from: number, to: number): number[] {
  const cuts: number[] = [];
  let start = from;
  while (to - start > LONGEST_SENTENCE) {
    const window = raw.slice(start + LONGEST_SENTENCE / 2, start + LONGEST_SENTENCE);
    const mark = Math.max(
      window.lastIndexOf('; '),
      window.lastIndexOf('；'),
      window.lastIndexOf('，'),
      window.lastIndexOf(', '),
    );
    const at = mark >= 0 ? mark : window.lastIndexOf(' ');
    let cut = start + LONGEST_SENTENCE / 2 + (at >= 0 ? at + 1 : window.length);
    if (isLowSurrogate(raw.charCodeAt(cut))) cut++;
    cuts.push(cut);
    start = cut;
  }
  return cuts;
}

function trim(text: string, from: number, to: number): Span | undefined {
  let [start, end] = [from, to];
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return start < end ? { start, end } : undefined;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code <= 0x20 || code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x200b || code === 0x2028
  );
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Abbreviations whose full stop does not end a sentence, whatever follows. */
const ALWAYS = new Set(abbreviations.always.split(' '));

/**
 * Abbreviations and words whose full stop may end a sentence. The sentence only goes on before lower case or a digit:
 * "art. 5", but not "modern art. The …".
 */
const SOMETIMES = new Set(abbreviations.sometimes.split(' '));

// A title or abbreviation of one letter. Arabic has no capitals to tell it by.
const ARABIC_LETTER = new RegExp(
  String.raw`(?:^|[\s(«"])(?:${abbreviations.arabic.replaceAll(' ', '|')})\.\s*$`,
  'u',
);

const LAST_WORD = /([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.["'”’)\]]*\s*$/u;
const INITIAL = /(?:^|[\s("“‘.])\p{Lu}\.\s*$/u;
const GOES_ON = /^\s*[\p{Ll}\d$€£(§№#]/u;
// Abbreviations of several parts are often written with spaces: "z. B.", "d. h.", "p. ej.", "a. m.".
const ONE_LETTER = /(?:^|[\s(„"“])\p{L}\.\s*$/u;
const SHORT_PART = /^\s*\p{L}{1,2}\.(?:\s|$)/u;
const SPACED = /(?:^|[\s(„"“])\p{Ll}\. (?:\p{L}\. ){0,2}\p{L}{1,2}\.\s*$/u;
const CLOCK = /(?:^|\s)[ap]\. m\.\s*$/u;
const BARE_NUMBERING = /^\s*[([]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]\s*$/u;

// This matches an ordinal number in German and the Nordic languages: "am 14. April", "im 19. Jahrhundert".
const ORDINAL_NUMBER = /(?:^|[\s(–-])\d{1,2}\.\s*$/u;
const GERMAN_ORDINAL = /(?:^|\s)(?:der|dem|den|des|das|im|zum|vom|beim) \d{1,3}\.\s*$/iu;
const AFTER_ORDINAL =
  /^\s*(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Quartal)/u;

/** Whether a piece that ends in a full stop goes on in the next one. */
function continuesAfter(piece: string, next: string): boolean {
  if (!/\.["'”’)\]]*\s*$/u.test(piece.slice(-8)) && piece.length > 8) return false;
  if (BARE_NUMBERING.test(piece)) return true;
  const tail = piece.length > 40 ? piece.slice(-40) : piece;
  if (GERMAN_ORDINAL.test(tail) || (ORDINAL_NUMBER.test(tail) && AFTER_ORDINAL.test(next))) return true;
  const match = LAST_WORD.exec(tail);
  if (match?.[1] === undefined) return false;
  const raw = match[1];
  const word = raw.replaceAll('.', '').toLowerCase();
  if (ALWAYS.has(word)) return true;
  if (INITIAL.test(tail) && raw !== 'I' && /^\s*\p{Lu}/u.test(next)) return true;
  if (ARABIC_LETTER.test(tail) || (ONE_LETTER.test(tail) && SHORT_PART.test(next))) return true;
  if (SPACED.test(tail)) return !CLOCK.test(tail) || GOES_ON.test(next);
  return (SOMETIMES.has(word) || raw.includes('.')) && GOES_ON.test(next);
}
