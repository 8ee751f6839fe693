import { toOneLine } from '#text/sentences/cut-text.ts';
import { countWords } from '#text/sentences/words.ts';
import { findMemories } from './find-memories.ts';
import { typedSentences } from './typed-words.ts';

/** This mark shows that words were left out, which may be somebody else's. */
const leftOut = ' […]';
const meaningless = /[^\p{L}\p{N}]+/gu;

/**
 * Finds what a person plainly typed as the task, on one line, for other sessions. What may be pasted is left out, and
 * so is what should hold beyond the session. Such a statement is among the memories if it holds, and nowhere while it
 * waits or after it was dismissed. Null means that nothing is left.
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

/** Whether a sentence alone holds a statement, since a prompt has a limit of statements that are found. */
function holdsStatement(sentence: string): boolean {
  const { memories, withdrawals } = findMemories(sentence);
  return memories.length + withdrawals.length > 0;
}

/** The length without spaces and marks, because some of these are lost between sentences. */
function lengthOf(text: string): number {
  return text.replace(meaningless, '').length;
}

/** Matches the beginning of a summary in a model's words. Without it, the person's own words of the task are left. */
const frame =
  /^(?:the )?(?:user|person|developer)(?:['’]s request (?:is|was)| (?:has |had )?(?:asked|asks|requested|requests|wanted|wants)(?: (?:me|us|the (?:agent|assistant|model)))?)(?: (?:to|for|that))?[\s:]{1,3}/iu;

/** A prompt with fewer words, such as “go on”, does not show what the request of its summary was made from. */
const fewestWords = 3;

/**
 * Finds the task in the request of a summary. A request does not show which of its words were pasted, and may include
 * earlier prompts. It is only used if the prompt of its turn is a task and nothing else; otherwise the task in that
 * prompt is used. An undefined prompt is unknown, and null was private.
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
