/** Words without a subject. Enough of them show that a text is in one of the languages with few tokens per word. */
const plainWords = {
  english:
    'the of and to is that for it with this was are or from not have has you she we they but what which their will if your our its',
  western:
    'der die und das ist nicht ein eine den mit für im dem des von zu le les et est une dans pour qui du pas sur au el los las por con para del os em um uma com não dos che di non per sono gli il della nel het een van dat op te ik zijn que ao ou seu sua pela pelo pelos tem mais como alla dei delle della nella suo ogni',
};

const tiers = ['english', 'western', 'other'] as const;
type Tier = (typeof tiers)[number];

const tierOf = new Map<string, Tier>([
  ...plainWords.western.split(' ').map((word): [string, Tier] => [word, 'western']),
  ...plainWords.english.split(' ').map((word): [string, Tier] => [word, 'english']),
]);

/** The least share of plain words in running text. */
const leastPlain = { english: 0.14, western: 0.1 };

/*
 * The highest usual cost of a word in tokens by its letters. It is measured on the Universal
 * Declaration of Human Rights in 36 languages under o200k. An English word is nearly always one
 * token, a German or Spanish word costs more with its length, and a Hungarian word has about three
 * letters per token.
 */
const wordCost: Readonly<Record<Tier, (letters: number) => number>> = {
  english: (letters) => (letters <= 6 ? 1.06 : 1.06 + (letters - 6) * 0.1),
  western: (letters) => (letters <= 4 ? 1.12 : 1.12 + (letters - 4) * 0.25),
  other: (letters) => (letters <= 3 ? 1.1 : 1.1 + (letters - 3) * 0.37),
};
/** A longer run of letters is no word, and random letters have about two per token. */
const longestWord = 24;
const randomCost = 0.53;
const accentCost = 0.12;
const capitalsCost = 0.6;
/** A piece inside a word, as in names of code and encoded data, is seldom a word itself. */
const innerCost = 1.4;
/** The costs are averages, and single paragraphs lie above them. */
const reserve = 1.05;

/** The highest usual cost of a character in tokens, by script. A character outside these ranges costs its bytes. */
const scripts: readonly (readonly [from: number, to: number, cost: number])[] = [
  [0x0370, 0x03ff, 0.42],
  [0x0400, 0x052f, 0.37],
  [0x0530, 0x058f, 0.33],
  [0x0590, 0x05ff, 0.46],
  [0x0600, 0x06ff, 0.44],
  [0x0900, 0x097f, 0.36],
  [0x0980, 0x09ff, 0.42],
  [0x0b80, 0x0bff, 0.4],
  [0x0c00, 0x0c7f, 0.54],
  [0x0e00, 0x0e7f, 0.5],
  [0x1000, 0x109f, 0.6],
  [0x10a0, 0x10ff, 0.34],
  [0x1780, 0x17ff, 0.7],
  [0x2010, 0x2027, 1],
  [0x3000, 0x303f, 1],
  [0x3040, 0x30ff, 0.85],
  [0x4e00, 0x9fff, 1],
  [0xac00, 0xd7af, 0.85],
  [0xff00, 0xffef, 1],
  [0x1f000, 0x1faff, 2.5],
];

const pieces =
  /(?<word>[A-ZÀ-ÖØ-Þ]*[\u0300-\u036fa-zß-öø-ɏḀ-ỿ]+)|(?<capitals>[A-ZÀ-ÖØ-Þ]+)|(?<digits>[0-9]+)|(?<blank>\s+)|(?<sign>[!-/:-@[-`{-~]+)|(?<other>[^\u0300-\u036f\sA-ZÀ-ÖØ-öø-ɏḀ-ỿ!-/:-@[-`{-~0-9a-zß]+)/gu;

/**
 * Estimates the tokens of a text without the tables of a tokenizer, on the safe side. Real texts have fewer tokens
 * (docs/historian.md says by how much), so that a budget filled by this estimate is not exceeded. Random characters
 * may have more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let words = 0;
  let isInside = false;
  const plain: Record<Tier, number> = { english: 0, western: 0, other: 0 };
  const ofWords: Record<Tier, number> = { english: 0, western: 0, other: 0 };
  for (const { groups = {} } of text.matchAll(pieces)) {
    const { word, capitals, digits, blank, sign, other } = groups;
    if (word !== undefined) {
      words += 1;
      plain[tierOf.get(word.toLowerCase()) ?? 'other'] += 1;
      for (const tier of tiers) ofWords[tier] += costOfWord(word, tier) * (isInside ? innerCost : 1);
    } else if (capitals !== undefined) tokens += Math.max(1, capitals.length * capitalsCost);
    else if (digits !== undefined) tokens += Math.ceil(digits.length / 3);
    else if (blank !== undefined) tokens += blank === ' ' ? 0 : 1 + blank.length / 16;
    else if (sign !== undefined) tokens += 0.4 + sign.length * 0.6;
    else if (other !== undefined) tokens += costOfRun(other);
    isInside = blank === undefined && sign === undefined;
  }
  return Math.ceil((tokens + ofWords[chooseTier(plain, words)]) * reserve);
}

function chooseTier({ english, western }: Record<Tier, number>, words: number): Tier {
  if (english >= words * leastPlain.english) return 'english';
  return english + western >= words * leastPlain.western ? 'western' : 'other';
}

function costOfWord(word: string, tier: Tier): number {
  const letters = word.length > longestWord ? word.length * randomCost : wordCost[tier](word.length);
  return letters + countAccents(word) * accentCost;
}

function countAccents(word: string): number {
  let count = 0;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) > 0x7f) count += 1;
  return count;
}

/** Adds up the cost of a run; each run has at least one token. */
function costOfRun(run: string): number {
  let cost = 0;
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    cost += scripts.find(([from, to]) => code >= from && code <= to)?.[2] ?? bytesOf(code);
  }
  return Math.max(1, cost);
}

function bytesOf(code: number): number {
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
