import { askModel, renderPrompt } from '#engine/ask-model.ts';
import type { RunContext, TaskAnswer } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { type AnswerFault, answerFaults } from '#text/answers/judge-answer.ts';

interface Answered {
  model: Model;
  /** The template and its parameters that the answer was asked with. */
  templateId: string;
  passing?: Record<string, string>;
  /** What the answer is about. */
  covered: string;
  text: string;
  /** Whether a summary may use the words of an assistant, because it is about one. */
  isTalk?: boolean;
  /** The only faults that count. Null means all. */
  faults?: readonly AnswerFault[] | null;
}

/** Throws `summary_refused` if an answer is no summary. The built-in model only quotes, so it is always right. */
export async function requireSummary(context: RunContext, answered: Answered): Promise<void> {
  const { model, templateId, passing, covered, text, isTalk = false, faults = null } = answered;
  if (!model.writesAnyLanguage) return;
  const { run, input, ports, signal } = context;
  const around = await renderPrompt(context, { templateId, sourceText: '.', ...(passing && { passing }) });
  const judged = {
    candidate: text,
    covered: input.title === null ? covered : `${input.title}\n\n${covered}`,
    instructions: `${around.system}\n\n${around.prompt}`,
    targetLanguage: run.targetLanguage,
    isTalk,
  };
  const reason = await ports.textWork.run('judgeSummary', [judged], signal);
  if (reason === null || (faults !== null && !faults.includes(reason))) return;
  throw new AppError('summary_refused', `${answerFaults[reason]}.`, { details: { reason } });
}

/**
 * Gives an answer in the wrong language one repair call. The reader keeps the first text until the repaired one is
 * complete. If the repair fails or is in the wrong language too, the first text is kept.
 */
export async function checkLanguage(
  context: RunContext,
  model: Model,
  answer: TaskAnswer,
): Promise<TaskAnswer> {
  const { run, task, log, ports } = context;
  const templateId = task.language?.templateId;
  if (templateId === undefined || run.targetLanguage === null || !model.writesAnyLanguage) return answer;
  const { matchesLanguage } = await loadLanguages();
  if (matchesLanguage(answer.text, run.targetLanguage) !== false) return answer;

  log.emit({ type: 'progress', phase: 'checking', done: 0, total: 1 });
  try {
    const repaired = await askModel(context, {
      model,
      templateId,
      sourceText: answer.text,
      streamed: false,
    });
    if (matchesLanguage(repaired.text, run.targetLanguage) === false) return answer;
    log.emit({ type: 'text-reset', reason: 'language-repair' });
    log.text(repaired.text);
    return repaired;
  } catch (error) {
    if (context.signal.aborted) throw error;
    ports.log.warn({ runId: run.id, err: error }, 'language repair failed; keeping the first answer');
    return answer;
  }
}

type Languages = typeof import('#text/language/language.ts');
let languages: Promise<Languages> | undefined;

/** Loads the languages on first use, because their tables take a moment and much memory. */
function loadLanguages(): Promise<Languages> {
  languages ??= import('#text/language/language.ts');
  return languages;
}

export async function tellLanguage(text: string): Promise<string | null> {
  const { detectLanguage } = await loadLanguages();
  return detectLanguage(text)?.language ?? null;
}

/** Tells the language of an answer: the target language unless the text is certainly in another one. */
export async function tellAnswerLanguage(
  text: string,
  targetLanguage: string | null,
): Promise<string | null> {
  const { matchesLanguage } = await loadLanguages();
  if (targetLanguage !== null && matchesLanguage(text, targetLanguage) !== false) return targetLanguage;
  return tellLanguage(text);
}
