import { toOneLine } from '#text/sentences/cut-text.ts';
import { countWords } from '#text/sentences/words.ts';
import { findMemories } from './find-memories.ts';
import { typedSentences } from './typed-words.ts';

/** Says that more was there, which may be somebody else's. */
const leftOut = ' […]';
const meaningless = /[^\p{L}\p{N}]+/gu;

/**
 * What a person plainly typed as the task, on one line, for sessions other than its own. What may be pasted is left out, and so
 * is what should hold beyond the session: that stands among the memories if it holds, and nowhere while it waits for a
 * person or after it was dismissed. Null: nothing is left.
 */
export function taskWords(prompt: string): string | null {
  const sentences = typedSentences(prompt);
  const { memories, withdrawals } = findMemories(prompt);
  const said = [...memories.map(({ text }) => text), ...withdrawals];
  const tasks = sentences.filter(
    (sentence) => !said.some((words) => sentence.includes(words)) && !holdsStatement(sentence),
  );
  const words = toOneLine(tasks.join(' '));
  if (lengthOf(words) === 0) return null;
  return lengthOf(sentences.join('')) < lengthOf(prompt) ? `${words}${leftOut}` : words;
}

/** Only so many are found in one prompt. */
function holdsStatement(sentence: string): boolean {
  const { memories, withdrawals } = findMemories(sentence);
  return memories.length + withdrawals.length > 0;
}

/** Without spaces and marks, of which some are lost between sentences. */
function lengthOf(text: string): number {
  return text.replace(meaningless, '').length;
}

/** How a summary in a model's words begins; without it, the same task is left in the person's words. */
const frame =
  /^(?:the )?(?:user|person|developer)(?:['’]s request (?:is|was)| (?:has |had )?(?:asked|asks|requested|requests|wanted|wants)(?: (?:me|us|the (?:agent|assistant|model)))?)(?: (?:to|for|that))?[\s:]{1,3}/iu;

/** A shorter prompt, such as “go on”, says nothing of what the request of its summary was made from. */
const fewestWords = 3;

/**
 * The same of the request of a summary. It has lost which of its words were pasted and may be of earlier prompts too, so it
 * stands only where the prompt of its turn is a task and nothing else; otherwise the task in that prompt does. Undefined:
 * the prompt is not known. Null: it was private.
 */
export function requestWords(request: string, prompt: string | null | undefined): string | null {
  const lines = request.split('\n').map((line) => line.trim().replace(frame, ''));
  if (prompt === undefined) return joinLines(lines.map(taskWords));
  const own = prompt === null ? null : taskWords(prompt);
  const isTask = own !== null && own === toOneLine(prompt ?? '') && countWords(own) >= fewestWords;
  return isTask && lines.length === 1 ? joinLines(lines.map(taskWords)) : own;
}

function joinLines(lines: readonly (string | null)[]): string | null {
  const words = lines.filter((line) => line !== null);
  return words.length === 0 ? null : words.join(' ');
}
