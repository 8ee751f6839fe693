const ENGLISH_SUFFIXES: ReadonlyArray<readonly [suffix: string, replacement: string, minimumStem: number]> = [
  ['ization', 'ize', 3],
  ['isation', 'ize', 3],
  ['fulness', 'ful', 3],
  ['iveness', 'ive', 3],
  ['ational', 'ate', 3],
  ['ments', '', 4],
  ['ment', '', 4],
  ['nesses', '', 4],
  ['ness', '', 4],
  ['ations', 'ate', 3],
  ['ation', 'ate', 3],
  ['ators', 'ate', 3],
  ['ator', 'ate', 3],
  ['ically', 'ic', 3],
  ['ly', '', 4],
  ['ities', 'ity', 3],
  ['ers', 'er', 3],
  ['ings', '', 3],
  ['ing', '', 3],
  ['edly', '', 3],
  ['ed', '', 3],
];

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    men: 'man',
    women: 'woman',
    children: 'child',
    people: 'person',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    lives: 'life',
    wives: 'wife',
    knives: 'knife',
    went: 'go',
    gone: 'go',
    goes: 'go',
    made: 'make',
    making: 'make',
    said: 'say',
    saying: 'say',
    told: 'tell',
    took: 'take',
    taken: 'take',
    gave: 'give',
    given: 'give',
    got: 'get',
    gotten: 'get',
    came: 'come',
    coming: 'come',
    became: 'become',
    found: 'find',
    left: 'leave',
    lost: 'lose',
    won: 'win',
    led: 'lead',
    held: 'hold',
    kept: 'keep',
    met: 'meet',
    paid: 'pay',
    sent: 'send',
    spent: 'spend',
    built: 'build',
    bought: 'buy',
    brought: 'bring',
    caught: 'catch',
    taught: 'teach',
    thought: 'think',
    sought: 'seek',
    fought: 'fight',
    felt: 'feel',
    fell: 'fall',
    fallen: 'fall',
    knew: 'know',
    known: 'know',
    grew: 'grow',
    grown: 'grow',
    saw: 'see',
    seen: 'see',
    shown: 'show',
    spoke: 'speak',
    spoken: 'speak',
    broke: 'break',
    broken: 'break',
    chose: 'choose',
    chosen: 'choose',
    wrote: 'write',
    written: 'write',
    rose: 'rise',
    risen: 'rise',
    drove: 'drive',
    driven: 'drive',
    began: 'begin',
    begun: 'begin',
    ran: 'run',
    running: 'run',
    sold: 'sell',
    shot: 'shoot',
    stood: 'stand',
    understood: 'understand',
    heard: 'hear',
    meant: 'mean',
    died: 'die',
    dying: 'die',
    dead: 'die',
    death: 'die',
    deaths: 'die',
    killed: 'kill',
    using: 'use',
    used: 'use',
  }),
);

/**
 * A light stem: enough to make inflected forms of one word equal. English has rules; other alphabetic
 * languages keep a prefix, which undoes most endings without a dictionary.
 */
export function stemWord(word: string, language: string): string {
  if (word.length <= 3) return word;
  if (language === 'en') return stemEnglish(word);
  return word.length <= 5 ? word : word.slice(0, Math.max(5, Math.ceil(word.length * 0.7)));
}

function stemEnglish(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const singular = stripPlural(word);
  for (const [suffix, replacement, minimumStem] of ENGLISH_SUFFIXES) {
    if (singular.length < suffix.length + minimumStem || !singular.endsWith(suffix)) continue;
    const stem = singular.slice(0, singular.length - suffix.length) + replacement;
    return trimFinal(replacement === '' ? undouble(stem) : stem);
  }
  return trimFinal(singular);
}

function stripPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function undouble(stem: string): string {
  const last = stem.charCodeAt(stem.length - 1);
  const doubled = stem.length > 3 && last === stem.charCodeAt(stem.length - 2);
  return doubled && !'lsz'.includes(stem.charAt(stem.length - 1)) ? stem.slice(0, -1) : stem;
}

function trimFinal(stem: string): string {
  if (stem.length <= 3) return stem;
  if (stem.endsWith('e')) return stem.slice(0, -1);
  return stem.endsWith('y') ? `${stem.slice(0, -1)}i` : stem;
}
