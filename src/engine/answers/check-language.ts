import { askModel } from '#engine/ask-model.ts';
import type { RunContext, TaskAnswer } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';

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
