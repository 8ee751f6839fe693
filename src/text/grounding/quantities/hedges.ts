import type { Approximation } from './quantity.ts';

const WORDS: Readonly<Record<Approximation, string>> = {
  about:
    'about|around|roughly|approximately|approx|some|circa|ca|rund|etwa|ungefähr|zirka|gut|environ|quelque|autour de|à peu près|unos|unas|alrededor de|aproximadamente|cerca de|intorno a|cerca|ongeveer|около|примерно',
  almost:
    'almost|nearly|close to|just under|just below|not quite|fast|beinahe|nahezu|knapp|près de|presque|casi|quasi|quase|bijna|почти',
  over: 'over|more than|above|at least|upwards of|just over|exceeding|a minimum of|mehr als|über|mindestens|wenigstens|plus de|au moins|más de|al menos|por lo menos|più di|oltre|almeno|mais de|pelo menos|meer dan|minstens|ruim|более|больше|свыше|не менее',
  under:
    "under|less than|fewer than|below|up to|at most|no more than|as much as|a maximum of|weniger als|unter|bis zu|höchstens|maximal|moins de|jusqu'à|au plus|au maximum|menos de|hasta|como máximo|meno di|fino a|al massimo|até|no máximo|minder dan|hoogstens|менее|меньше|до",
};
const EAST_ASIAN: Readonly<Record<Approximation, string>> = {
  about: '大约|大約|大概|约为|約為|约有|约|約|およそ|ほぼ|おおよそ',
  almost: '将近|將近|接近|近',
  over: '超过|超過|逾|至少|多于|高于|不少于|少なくとも',
  under: '不到|不足|少于|低于|至多|最多|不超过|最大|最大で',
};
const AFTER: Readonly<Record<Approximation, RegExp>> = {
  over: /^\s?(?:多|余|餘|以上|超|or more\b|oder mehr\b|ou plus\b|o más\b)/u,
  almost: /^(?:近く|弱)/u,
  under: /^\s?(?:以下|以内|未満|or less\b|or fewer\b)/u,
  about: /^\s?(?:左右|上下|前後|ほど|程度|or so\b)/u,
};
const KINDS = ['about', 'almost', 'over', 'under'] as const;

const BEFORE: ReadonlyMap<string, Approximation> = new Map(
  KINDS.flatMap((kind) =>
    `${WORDS[kind]}|${EAST_ASIAN[kind]}`.split('|').map((words): [string, Approximation] => [words, kind]),
  ),
);

/** With which one of them ends: most words before a number are none. */
const LAST_WORDS: ReadonlySet<string> = new Set(
  [...BEFORE.keys()].map((words) => words.split(' ').at(-1) ?? ''),
);

const NOT_WORD = /[^\p{L}']+/u;
const LONGEST = 24;
const EAST_ASIAN_END = /[\u3040-\u30ff\u3400-\u9fff]\s?$/u;

/** The hedge right before or behind a number, if there is one. */
export function hedgeAt(text: string, start: number, end: number): Approximation | undefined {
  return (
    hedgeBefore(text.slice(Math.max(0, start - LONGEST), start)) ?? hedgeBehind(text.slice(end, end + 10))
  );
}

function hedgeBefore(before: string): Approximation | undefined {
  if (EAST_ASIAN_END.test(before)) {
    const tight = before.trimEnd();
    for (let length = 5; length > 0; length--) {
      const hedge = BEFORE.get(tight.slice(-length));
      if (hedge !== undefined) return hedge;
    }
    return undefined;
  }
  if (!before.endsWith(' ')) return undefined;
  const lower = before.toLowerCase();
  return (
    lookUp(lower) ??
    (/ (?:the|a|an|les|los|las|de|di) $/.test(lower) ? lookUp(lower.replace(/(?<!\S)\S+ $/, '')) : undefined)
  );
}

/** The longest hedge of up to three words at the end. */
function lookUp(before: string): Approximation | undefined {
  const plain = before.trimEnd().replaceAll('’', "'");
  if (!LAST_WORDS.has(lastWordOf(plain))) return undefined;
  const words = plain.split(NOT_WORD);
  for (let count = 3; count > 0; count--) {
    const hedge = BEFORE.get(words.slice(-count).join(' '));
    if (hedge !== undefined) return hedge;
  }
  return undefined;
}

function lastWordOf(text: string): string {
  let from = text.length;
  for (;;) {
    const code = text.charCodeAt(from - 1);
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) from--;
    else if (code === 0x27) from--;
    else if (code >= 0x80) return text.split(NOT_WORD).at(-1) ?? '';
    else return text.slice(from);
  }
}

function hedgeBehind(after: string): Approximation | undefined {
  if (!/^\s?[\u3040-\u30ff\u3400-\u9fffo]/u.test(after)) return undefined;
  return KINDS.find((kind) => AFTER[kind].test(after));
}
