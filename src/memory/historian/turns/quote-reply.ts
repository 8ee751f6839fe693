import { readDeeds } from '#memory/historian/claims/claim-check.ts';
import { isQuestion } from '#text/extraction/statements.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { cut, flatten, shorten } from './shorten.ts';

const maxCharacters = 300;

const proposedWord = new Map(
  Object.entries<string>({
    en: 'Proposed: ',
    zh: '提议：',
    ja: '提案：',
    de: 'Vorgeschlagen: ',
    fr: 'Proposé : ',
    es: 'Propuesto: ',
  }),
);

/** One sentence about a reply, in the reply's own words: what it did, else what it proposed, else what it told. */
export function quoteReply(reply: string): string {
  const language = guessLanguage(reply);
  const prose = splitSentences(reply, language).filter(({ kind }) => kind !== 'code' && kind !== 'heading');
  const readings = prose.map(({ text }) => ({ text: flatten(text), deeds: readDeeds(text, language) }));
  const done =
    readings.find(({ deeds }) => [...deeds.done].some((deed) => deed !== 'complete')) ??
    readings.find(({ deeds }) => deeds.done.size > 0);
  if (done !== undefined) return cut(done.text, maxCharacters);
  const offers = readings.filter(({ deeds }) => deeds.offers);
  const proposed =
    offers.find(({ deeds }) => deeds.open.size > 0) ?? offers.find(({ text }) => !isQuestion(text));
  if (proposed !== undefined)
    return cut(`${proposedWord.get(language ?? 'en') ?? 'Proposed: '}${proposed.text}`, maxCharacters);
  return shorten(reply, { maxSentences: 1, maxCharacters });
}
