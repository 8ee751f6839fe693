import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { readChinese } from './chinese.ts';
import { readFrench } from './french.ts';
import { readJapanese } from './japanese.ts';
import { englishVerbs, germanVerbs } from './other-verbs.ts';
import { readSpanish } from './spanish.ts';
import { parseVerbs, type ReadSentence, readSpaced, type Verb } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

const readEnglish = readSpaced({
  verbs: [...verbs.english.regular.split(' ').map(conjugate), ...parseVerbs(verbs.english.irregular)],
  clauseEnd:
    /[,;:—–()]|\.\s|\b(?:but|then|while)\b|\band (?=(?:i|we|you|it|they|the|your|this|that|he|she)(?:'|\b))/u,
  unreal:
    /\b(?:will|would|shall|should|can|could|may|might|must|going to|want(?:s|ed)?|needs?|needed|to be|if|once|when|after|before|until|unless|not|never|nothing|none|nobody|cannot|offer(?:s|ed|ing)?|propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ing)?|plan(?:s|ned|ning)?|recommend(?:s|ed)?|asked|asks|promis(?:e|es|ed)|intend(?:s|ed)?|agreed|let me|let's|about to|ready|whether|please|await(?:s|ing)?|pending|without)\b|'(?:ll|d)\b|n't\b/u,
  unrealWhere: 'before',
  auxiliary: null,
  determiner: /\b(?:the|a|an|your|my|our|their|his|her|its|these|those|any|each|every|previously|newly)\s+$/u,
  offer:
    /\b(?:i|we)(?:'ll|'d| will| can| could| would| might| may| should| shall| am going to|'m going to|'re going to| are going to| plan| propose| suggest| recommend| intend)\b|\b(?:shall|should|may|can|could) (?:i|we)\b|\bwould you like|\bdo you want|\bwant me to|\blet me\b|\blet's\b|\b(?:my|the|a) (?:plan|suggestion|idea|advice|recommendation)\b|\bhow about\b|\b(?:i'm|i am|we're|we are) (?:planning|hoping|aiming|preparing)\b|\bready to\b|\bif you(?:'d| would)? (?:like|want|agree|confirm|approve)|\bonce you\b|\bplease confirm|\bpropos(?:e|al)|\bi'm about to\b|\bnext,? i\b/u,
  other: englishVerbs,
  finished:
    /^\W*(?:all )?(?:done|all set|finished|completed|that's (?:it|done)|it's done)\b|\b(?:is|are|it's|that's|everything is) (?:all )?(?:done|set|complete)\b|\bsuccess(?:fully|ful)\b/u,
});

function conjugate(verb: string): Verb {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  return [verb, `${verb} ${verb}s ${stem}ing`, `${stem}ed`];
}

const readGerman = readSpaced({
  verbs: parseVerbs(verbs.german),
  clauseEnd: /[,;:—–()]|\.\s|\b(?:aber|dann|und (?=(?:ich|wir|sie|es|die|der|das)\b))\b/u,
  unreal:
    /(?<!\p{L})(?:wird|werde|werden|würden?|kann|könn(?:en|te|ten)|soll(?:en|te|ten)?|muss|müss(?:en|te|ten)|möchten?|wollen|will|nicht|nie|keine?n?|wenn|falls|sobald|bevor|vorgeschlagen|angeboten|geplant|schlug|bot|bietet|ob|noch|bitte|zu)(?!\p{L})/u,
  unrealWhere: 'clause',
  auxiliary: /(?<!\p{L})(?:habe|haben|hat|hast|hatten?|wurden?|ist|sind|war|waren|worden)(?!\p{L})/u,
  determiner: null,
  offer:
    /(?<!\p{L})(?:ich werde|wir werden|werde ich|ich kann|kann ich|ich könnte|wir könn(?:en|ten)|ich würde|soll ich|sollen wir|möchten sie|möchtest du|willst du|ich schlage|vorschlag|wenn sie (?:möchten|wollen|zustimmen)|wenn du (?:möchtest|willst)|sobald (?:sie|du)|lassen sie mich|lass mich|mein plan|ich plane)(?!\p{L})/u,
  other: germanVerbs,
  finished:
    /^\W*(?:erledigt|fertig|geschafft|alles (?:erledigt|fertig))(?!\p{L})|(?<!\p{L})erfolgreich(?!\p{L})/u,
});

const tongues = new Map(
  Object.entries<ReadSentence>({
    en: readEnglish,
    zh: readChinese,
    ja: readJapanese,
    de: readGerman,
    fr: readFrench,
    es: readSpanish,
  }),
);

/**
 * The actions that writing the reply itself performs. A reply that shows a plan has made one, whatever else it
 * proposes.
 */
const authored = new Set([
  'create',
  'write',
  'draft',
  'generate',
  'prepare',
  'build',
  'complete',
  'finish',
  'test',
]);

/** Matches the speaker before a message in a transcript. */
const speaker = /^(?:User|Assistant)(?: \([^)]*\))?: /u;

/** The actions that a text reports as done or only proposes, and whether it proposes anything at all. */
export interface Deeds {
  done: Set<string>;
  /** The actions that are only proposed: neither named as done nor covered by a later "Done!". */
  open: Set<string>;
  offers: boolean;
  /** The same of verbs that no list has. */
  acts: Set<string>;
  proposed: Set<string>;
}

export function readDeeds(text: string, language = guessLanguage(text)): Deeds {
  const done = new Set<string>();
  const acts = new Set<string>();
  const openAt = new Map<string, number>();
  const proposedAt = new Map<string, number>();
  let finishedAt = -1;
  let offers = false;
  const read = tongues.get(language ?? 'en');
  if (read === undefined) return { done, open: new Set(), offers, acts, proposed: new Set() };
  splitSentences(text, language).forEach((sentence, at) => {
    const told = read(sentence.text.replace(speaker, ''));
    for (const name of told.done) done.add(name);
    for (const act of told.acts) acts.add(act);
    for (const name of told.open) openAt.set(name, at);
    for (const act of told.proposed) proposedAt.set(act, at);
    if (told.isFinished) finishedAt = at;
    offers ||= told.offers;
  });
  const stillOpen = (places: ReadonlyMap<string, number>, told: ReadonlySet<string>) =>
    new Set([...places].flatMap(([name, at]) => (told.has(name) || at < finishedAt ? [] : [name])));
  const open = stillOpen(openAt, done);
  const proposed = stillOpen(proposedAt, acts);
  if (finishedAt >= 0) done.add('complete');
  return { done, open, offers, acts, proposed };
}

/**
 * Reads a source once. The check returns the actions that a summary reports as done although the source only proposes
 * them.
 */
export function createClaimCheck(source: string): (summary: string) => string[] {
  const language = guessLanguage(source);
  const told = readDeeds(source, language);
  if (!told.offers && told.open.size === 0 && told.proposed.size === 0) return () => [];
  const onlyProposed = told.done.size === 0;
  return (summary) => {
    const claims = claimsOf(summary, language);
    return [
      ...claims
        .flatMap(({ done }) => [...done])
        .filter(
          (name) => !told.done.has(name) && (told.open.has(name) || (onlyProposed && !authored.has(name))),
        ),
      ...claims.flatMap(({ acts }) => [...acts]).filter((act) => told.proposed.has(act)),
    ];
  };
}

/** A short summary is often too little to tell its language, so it is also read in the language of the source. */
function claimsOf(summary: string, sourceLanguage: string | undefined): Deeds[] {
  const languages = new Set([sourceLanguage, guessLanguage(summary) ?? 'en']);
  return [...languages].map((language) => readDeeds(summary, language));
}
