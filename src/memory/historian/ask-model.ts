import type { MemoryMessage } from '#memory/thread-state.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import { summarizerNumbers } from '#schema/models/agent-fields.ts';
import type { AnswerRules, Verdict } from './create-judge.ts';
import type { HistorianWork } from './historian-work.ts';
import type { HistorianIssue, HistorianPorts, HistorianRequest } from './ports.ts';

/** What one call of the model gets. */
export interface Part extends HistorianRequest {
  messages: readonly MemoryMessage[];
}

export interface WorkingPorts extends HistorianPorts {
  work: HistorianWork;
}

interface Question {
  task: HistorianIssue['task'];
  turn: number;
  messages: readonly MemoryMessage[];
  previous: string | null;
  rules: Omit<AnswerRules, 'instructions' | 'isQuoted'>;
  ask: (part: Part) => Promise<string>;
}

export type Answer =
  | { kind: 'answered'; text: string }
  /** Both answers broke a rule: a sentence made without a model may replace them. */
  | { kind: 'refused' }
  | { kind: 'failed' };

/** Signals that both answers to one part were refused; never leaves this file. */
class RefusedTwice extends Error {
  override readonly name = 'RefusedTwice';
}

/** With less room for the texts, a long one would never come to its end. */
const leastRoomTokens = 100;

/**
 * Puts a question in as many parts as its text needs, each with the answer to the parts before; each gets a second
 * try when its answer is refused.
 */
export async function askModel(question: Question, ports: WorkingPorts): Promise<Answer> {
  const { task, turn, messages, ask } = question;
  const {
    count,
    work,
    model,
    tokenBudget = summarizerNumbers.tokenBudget.initial,
    overheadTokens = 0,
  } = ports;
  const rules: AnswerRules = {
    ...question.rules,
    instructions: model.instructions?.[task] ?? '',
    isQuoted: model.isQuoting ?? false,
  };
  // An answer is bounded in characters, and a token is at least one byte of them.
  const previousTokens = Math.max(count(question.previous ?? ''), Math.ceil(rules.maxCharacters / 2));
  const maxTokens = Math.max(leastRoomTokens, tokenBudget - overheadTokens - previousTokens);
  try {
    const groups = await work.packMessages({ messages, maxTokens });
    const judge = (answer: string, isLastTry: boolean) => work.judgeAnswer({ rules, answer, isLastTry });
    let previous = question.previous;
    for (const [at, group] of groups.entries()) {
      const part = { previous, messages: group, part: at + 1, parts: groups.length };
      previous = await askTwice((correction) => ask({ ...part, correction }), judge);
    }
    return { kind: 'answered', text: previous ?? '' };
  } catch (error) {
    const refused = error instanceof RefusedTwice;
    const { code, message } = refused
      ? { code: 'summary_refused' as const, message: error.message }
      : wordsOf(error);
    ports.recordIssue?.({ task, turn, code, message, ...(refused ? {} : { cause: error }) });
    return { kind: refused ? 'refused' : 'failed' };
  }
}

async function askTwice(
  ask: (correction: string | null) => Promise<string>,
  judge: (answer: string, isLastTry: boolean) => Promise<Verdict>,
): Promise<string> {
  const first = await judge(await ask(null), false);
  if (first.accepted) return first.text;
  const second = await judge(await ask(first.problem), true);
  if (second.accepted) return second.text;
  if (second.worthless)
    throw new AppError('model_output_empty', `The model’s answer was rejected twice: ${second.problem}.`);
  throw new RefusedTwice(`The model’s answer was rejected twice: ${second.problem}.`);
}

/** An error of the host's own model keeps its message. */
function wordsOf(error: unknown): Pick<HistorianIssue, 'code' | 'message'> {
  const { code, message } = toAppError(error);
  return { code, message: error instanceof Error ? error.message : message };
}
