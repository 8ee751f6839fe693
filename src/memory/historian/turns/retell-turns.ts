import { readDeeds } from '#memory/historian/claims/claim-check.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { isQuestion } from '#text/extraction/statements.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { cut, flatten, narrativeBounds } from './cut.ts';
import { shorten } from './shorten.ts';

const sentenceBounds = { maxSentences: 1, maxCharacters: 300 };

/**
 * Makes a narrative from the texts' own sentences: how it began, what came before, and the most important new
 * sentence.
 */
export function retellTurns(previous: string | null, messages: readonly MemoryMessage[]): string {
  const told = messages
    .map(({ role, text }) => (role === 'assistant' ? quoteReply(text) : shorten(text, sentenceBounds)))
    .filter((line) => line !== '')
    .map(close)
    .join('\n\n');
  if (previous === null) return shorten(told, narrativeBounds);
  const before = splitSentences(previous).map(({ text }) => close(flatten(text)));
  const kept = before.length > 2 ? [before[0], before.at(-1)] : before;
  const parts = [...kept, shorten(told, sentenceBounds)].filter((part) => part !== '');
  return shorten(parts.join(isUnspaced(previous) ? '' : ' '), narrativeBounds);
}

/** Adds a capital and a full stop, so that a sentence does not run into the next one. */
function close(line: string): string {
  const opened = line.charAt(0).toUpperCase() + line.slice(1);
  if (/[.!?…。！？]["'”’»」』)）]*$/u.test(opened)) return opened;
  return `${opened}${isUnspaced(opened) ? '。' : '.'}`;
}

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

/**
 * Makes one sentence about a reply, in its own words: what it did, otherwise what it proposed, otherwise what it
 * told.
 */
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
