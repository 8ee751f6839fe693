import { findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { isUnspaced, splitWords, type Word } from '#text/sentences/words.ts';
import { type CriticalClass, criticalClassOf, criticalSpans } from './critical-words.ts';

/** A unit of a sentence for alignment: a word, a number with its unit, or one character of an unspaced script. */
export type Token = {
  /** The form that is compared. */
  key: string;
  lower: string;
  start: number;
  end: number;
  /** Whether this is a function word, whose match proves little. */
  light: boolean;
  /** Whether the token starts with a capital letter. */
  capital: boolean;
  /** Whether punctuation stands before the token. */
  boundary: boolean;
  /** Whether the token opens a sentence, a quotation or the text after a colon, where any word may have a capital. */
  opens: boolean;
  /** The class of a word that the meaning of the sentence depends on: a denial, a hedge, a condition. */
  critical: CriticalClass | null;
  quantity: Quantity | null;
};

type Piece = Omit<Token, 'capital' | 'boundary' | 'opens' | 'critical' | 'quantity'> & {
  quantity?: Quantity;
};

const OPENING = /[:："“„«.!?…*]\s{0,8}["'“‘(*]{0,8}$/u;

/** Splits a sentence into tokens; `offset` is added to their positions. */
export function tokenize(text: string, language: string, offset = 0): Token[] {
  const unspaced = isUnspaced(text);
  const quantities = mergeQuantities(findQuantities(text, language));
  const pieces: Piece[] = [];
  let next = 0;
  for (const piece of unspaced ? splitCharacters(text, language) : splitPlain(text, language)) {
    while (next < quantities.length && (quantities[next]?.end ?? 0) <= piece.start) pushQuantity(next++);
    const quantity = quantities[next];
    if (quantity !== undefined && quantity.start < piece.end) continue;
    pieces.push(piece);
  }
  while (next < quantities.length) pushQuantity(next++);
  dropApproximations(pieces);
  const spans = unspaced ? criticalSpans(text, language) : [];
  return pieces.map((piece, at) => finish(piece, at));

  function pushQuantity(at: number): void {
    const quantity = quantities[at];
    if (quantity === undefined) return;
    const { start, end } = quantity;
    const lower = text.slice(start, end).toLowerCase();
    pieces.push({ key: `#${quantity.value}`, lower, start, end, light: false, quantity });
  }

  function finish(piece: Piece, at: number): Token {
    const before = text.slice(pieces[at - 1]?.end ?? 0, piece.start);
    // Most words are separated only by a blank.
    const isPlain = before === ' ' || before === '';
    const span = spans.find(({ start, end }) => start <= piece.start && piece.end <= end);
    return {
      ...piece,
      start: piece.start + offset,
      end: piece.end + offset,
      capital: /^\p{Lu}/u.test(text.charAt(piece.start)),
      boundary: !isPlain && /[,;:()[\]–—"“”„«»，；：（）、。「」!?！？]|\.(?=\s)|\s-\s|^\s*-\s/u.test(before),
      opens: at === 0 || (!isPlain && OPENING.test(before)),
      critical: span?.kind ?? (unspaced || piece.quantity ? null : criticalClassOf(piece.lower, language)),
      quantity: piece.quantity ?? null,
    };
  }
}

const APPROXIMATION =
  /^(?:about|around|roughly|approximately|some|nearly|almost|close|just|over|under|more|less|fewer|than|a|little|slightly|up|to|at|least|most|circa|rund|etwa|ungefähr|fast|knapp|gut|über|unter|mehr|weniger|als|mindestens|höchstens|bis|zu|environ|près|presque|plus|moins|de|au|unos|unas|casi|más|menos|cerca|约|約|近|超|过|過|余|多|大|概|至|少)$/u;

/** Drops words such as "almost" before a number. The number itself holds what they say. */
function dropApproximations(pieces: Piece[]): void {
  for (let at = pieces.length - 1; at >= 0; at--) {
    if (pieces[at]?.quantity?.approximate === undefined) continue;
    let from = at;
    while (from > 0 && at - from < 4 && APPROXIMATION.test(pieces[from - 1]?.lower ?? '')) from--;
    pieces.splice(from, at - from);
    at = from;
  }
}

/** Counts overlapping numbers, such as a month inside a date, once and keeps the longest. */
function mergeQuantities(found: readonly Quantity[]): Quantity[] {
  const kept: Quantity[] = [];
  for (const quantity of found) {
    const last = kept.at(-1);
    if (last === undefined || quantity.start >= last.end) kept.push(quantity);
    else if (quantity.end - quantity.start > last.end - last.start) kept[kept.length - 1] = quantity;
  }
  return kept;
}

function* splitPlain(text: string, language: string): Generator<Piece> {
  let held: Piece | undefined;
  let denied: Piece | undefined;
  for (const word of splitWords(text, language)) {
    const parts = language === 'en' ? expandContraction(word) : [word];
    for (const { term, lower, start, end, light } of parts) {
      const piece = { key: normalizeSpelling(term, language), lower, start, end, light };
      // "is to begin" means "will begin", and "is not to begin" means "will not begin".
      if (held !== undefined && lower === 'to') {
        yield {
          key: 'will',
          lower: 'will',
          start: held.start,
          end: denied === undefined ? end : held.end,
          light: true,
        };
        if (denied !== undefined) yield denied;
        held = denied = undefined;
        continue;
      }
      if (held !== undefined && denied === undefined && lower === 'not') {
        denied = piece;
        continue;
      }
      if (held !== undefined) yield held;
      if (denied !== undefined) yield denied;
      denied = undefined;
      held = language === 'en' && (lower === 'is' || lower === 'are') ? piece : undefined;
      if (held === undefined) yield piece;
    }
  }
  if (held !== undefined) yield held;
  if (denied !== undefined) yield denied;
}

const NOT: ReadonlySet<string> = new Set(["can't", 'cannot', "won't", "shan't"]);
const WHOLE = new Map(
  Object.entries<string>({
    "can't": 'can',
    cannot: 'can',
    "won't": 'will',
    "shan't": 'shall',
  }),
);

/** Splits "didn't" into "did" and "not", so that both spellings compare equal. */
function expandContraction(word: Word): Word[] {
  const { lower, start, end } = word;
  if (lower !== 'cannot' && !lower.includes("'")) return [word];
  if (!NOT.has(lower) && !lower.endsWith("n't")) {
    const clitic = /^(.+)'(s|d|ll|ve|re|m)$/.exec(lower);
    if (clitic === null) return [word];
    const base = { ...word, term: clitic[1] ?? lower, lower: clitic[1] ?? lower };
    if (clitic[2] !== 'll') return [base];
    const cut = end - 3;
    return [
      { ...base, end: cut },
      { term: 'will', lower: 'will', start: cut, end, light: true },
    ];
  }
  const verb = WHOLE.get(lower) ?? lower.slice(0, -3);
  const cut = Math.min(end, start + verb.length);
  return [
    { term: verb, lower: verb, start, end: cut, light: true },
    { term: 'not', lower: 'not', start: cut, end, light: true },
  ];
}

/** Words that do not match this pattern have the same British and American spelling. */
const SPELLED_TWICE = /is|our|tre$|ll$|ogu?$/;

/** Makes British and American spellings of a word equal. */
function normalizeSpelling(term: string, language: string): string {
  if (language !== 'en' || term.length < 5 || !SPELLED_TWICE.test(term)) return term;
  return term
    .replace(/is(?=$|ing$)/, 'iz')
    .replace(/our(?=$|ed$|ing$|abl$)/, 'or')
    .replace(/(?<=[a-z]{3})tre$/, 'ter')
    .replace(/ll(?=$)/, 'l')
    .replace(/ogu$|og$/, 'og');
}

/** Splits unspaced scripts into characters and everything else into words. */
function* splitCharacters(text: string, language: string): Generator<Piece> {
  const run =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;
  for (const match of text.matchAll(run)) {
    const surface = match[0];
    const end = match.index + surface.length;
    const key = surface.normalize('NFKC').toLowerCase();
    yield { key, lower: key, start: match.index, end, light: isLightCharacter(surface, language) };
  }
}

const LIGHT_CHARACTERS = /[的了着过之其与及和在是于就也都而并将把被为以等个这那该此对从向由到里上中下]/u;

function isLightCharacter(character: string, language: string): boolean {
  if (language === 'ja') return /^[\u3041-\u309f]$/u.test(character);
  return LIGHT_CHARACTERS.test(character);
}
