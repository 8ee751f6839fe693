import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { countWords } from '#text/sentences/words.ts';
import { describeObservations } from './extraction/observations.ts';
import { rankUnits } from './extraction/rank-units.ts';
import { sortStatements } from './extraction/sort-statements.ts';
import { isQuestion } from './extraction/statements.ts';

type SessionRecord = {
  prompts: readonly string[];
  observations: readonly { tool: string; input: string; output: string }[];
  lastAnswers: readonly string[];
};

type SessionFields = {
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  next_steps: string;
  notes: string | null;
};

// Lines of one field: more is no summary.
const MOST_LINES = 8;
// A prompt up to this many words is quoted whole; of a longer one its most telling sentences are.
const WHOLE_PROMPT_WORDS = 60;
const SENTENCES_OF_LONG_PROMPT = 2;
const FEWEST_REQUEST_WORDS = 3;

/** The six fields of a session summary in the session's own words; a field for which nothing was said is empty. */
export function extractSession(
  { prompts, observations, lastAnswers }: SessionRecord,
  options: { language?: string | undefined } = {},
): SessionFields {
  const language = options.language ?? guessLanguage([...lastAnswers, ...prompts].join('\n'));
  const { investigated, completed, failed } = describeObservations(observations);
  const said = sortStatements(lastAnswers, language);
  const notes = [...said.notes, ...failed];
  return {
    request: joinLines(requestsOf(prompts, language)),
    investigated: joinLines(investigated),
    learned: joinLines(said.learned),
    completed: joinLines([...said.completed, ...completed]),
    next_steps: joinLines(said.next),
    notes: notes.length === 0 ? null : joinLines(notes),
  };
}

function requestsOf(prompts: readonly string[], language: string | undefined): string[] {
  const requests = prompts.map((prompt) => requestOf(prompt, language)).filter((text) => text !== '');
  const telling = requests.filter((text) => countWords(text) >= FEWEST_REQUEST_WORDS);
  // The first request says what the session is about, the last ones where it went.
  const chosen = telling.length > 0 ? telling : requests.slice(0, 1);
  return chosen.length <= MOST_LINES ? chosen : [...chosen.slice(0, 1), ...chosen.slice(1 - MOST_LINES)];
}

function requestOf(prompt: string, language: string | undefined): string {
  const sentences = splitSentences(prompt, language).filter(
    ({ kind }) => kind !== 'code' && kind !== 'quoted',
  );
  if (countWords(sentences.map(({ text }) => text).join(' ')) <= WHOLE_PROMPT_WORDS)
    return sentences.map(({ text }) => flatten(text)).join(' ');
  return tellingSentences(prompt, sentences, language)
    .map(({ text }) => flatten(text))
    .join(' ');
}

/** The first sentence and the best of the others; a question or an order counts more than a description. */
function tellingSentences(prompt: string, sentences: readonly Sentence[], language: string | undefined) {
  const { units, scores } = rankUnits(prompt, { sentences, language: primarySubtag(language ?? 'en') });
  const worth = units.map(({ text, index }) => (scores[index] ?? 0) + (asks(text) ? 0.2 : 0));
  return units
    .toSorted((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0) || a.index - b.index)
    .slice(0, SENTENCES_OF_LONG_PROMPT)
    .sort((a, b) => a.index - b.index);
}

const ORDER =
  /\b(?:please|can you|could you|i want|i need|we need|make sure|bitte|s'il (?:te|vous) pla[iî]t|por favor)\b|请|請|帮我|幫我|我想|ください|お願い|てほしい/iu;

function asks(text: string): boolean {
  return isQuestion(text) || ORDER.test(text);
}

function joinLines(lines: readonly string[]): string {
  return [...new Set(lines.map(flatten))].slice(0, MOST_LINES).join('\n');
}

function flatten(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
