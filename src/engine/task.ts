import type { Run, TaskType } from '#schema/run.ts';
import type { SummaryPayload } from '#schema/summary.ts';

/** What is particular to one kind of run; everything else is the engine's. */
export interface Task {
  /** For an input in one piece; a run may name another template of the same task. */
  templateId: string;
  /** For inputs over the model's context: each part, then all parts' answers together. */
  partTemplateId: string;
  mergeTemplateId: string;
  /** Rewrites an answer that came in another language than asked for. */
  languageTemplateId: string;
  makePayload(
    run: Run,
    result: Pick<SummaryPayload, 'text' | 'outputLanguage' | 'contentHash' | 'grounding'>,
  ): SummaryPayload;
}

const summaryTask: Task = {
  templateId: 'summary.default',
  partTemplateId: 'summary.part',
  mergeTemplateId: 'summary.merge',
  languageTemplateId: 'summary.language',
  makePayload(run, result) {
    if (run.targetLanguage === null || run.detailLevel === null) {
      throw new TypeError(`summary run ${run.id} has no slot`);
    }
    return {
      source: { kind: run.source.kind, id: run.source.id },
      targetLanguage: run.targetLanguage,
      detailLevel: run.detailLevel,
      ...result,
    };
  },
};

export const tasks: Record<TaskType, Task> = { summary: summaryTask };
