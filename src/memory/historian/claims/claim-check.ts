import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { readChinese } from './chinese.ts';
import { readEnglish } from './english.ts';
import { readFrench } from './french.ts';
import { readGerman } from './german.ts';
import { readJapanese } from './japanese.ts';
import { readSpanish } from './spanish.ts';
import type { ReadSentence } from './tongue.ts';

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

/** What writing the reply itself does: a reply that shows a plan has made one, whatever it proposes besides. */
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

/** Before what somebody says in a transcript. */
const speaker = /^(?:User|Assistant)(?: \([^)]*\))?: /u;

/** What a text does, holds out, and whether it does anything at all. */
export interface Deeds {
  done: Set<string>;
  /** Held out and not done, neither by name nor by a later "Done!". */
  open: Set<string>;
  offers: boolean;
}

export function readDeeds(text: string, language = guessLanguage(text)): Deeds {
  const done = new Set<string>();
  const openAt = new Map<string, number>();
  let finishedAt = -1;
  let offers = false;
  const read = tongues.get(language ?? 'en');
  if (read === undefined) return { done, open: new Set(), offers };
  splitSentences(text, language).forEach((sentence, at) => {
    const told = read(sentence.text.replace(speaker, ''));
    for (const name of told.done) done.add(name);
    for (const name of told.open) openAt.set(name, at);
    if (told.isFinished) finishedAt = at;
    offers ||= told.offers;
  });
  const open = new Set<string>();
  for (const [name, at] of openAt) if (!done.has(name) && at >= finishedAt) open.add(name);
  if (finishedAt >= 0) done.add('complete');
  return { done, open, offers };
}

/** Reads a source once; the check answers the actions that a summary tells as done where it only held them out. */
export function createClaimCheck(source: string): (summary: string) => string[] {
  const language = guessLanguage(source);
  const told = readDeeds(source, language);
  if (!told.offers && told.open.size === 0) return () => [];
  const onlyProposed = told.done.size === 0;
  return (summary) =>
    [...claimsOf(summary, language)].filter(
      (name) => !told.done.has(name) && (told.open.has(name) || (onlyProposed && !authored.has(name))),
    );
}

/** One sentence is often too little to tell its language, so it is read in the source's as well. */
function claimsOf(summary: string, sourceLanguage: string | undefined): Set<string> {
  const languages = new Set([sourceLanguage, guessLanguage(summary) ?? 'en']);
  return new Set([...languages].flatMap((language) => [...readDeeds(summary, language).done]));
}
