import type { Task } from '#engine/run-context.ts';
import { readSource } from './read-source.ts';

export const summaryTask: Task = {
  templateId: 'summary.default',
  languageTemplateId: 'summary.language',
  isChecked: true,
  answer: readSource,
  async makePayload({ run, input }, { text, outputLanguage, grounding }) {
    if (run.targetLanguage === null || run.detailLevel === null) {
      throw new TypeError(`summary run ${run.id} has no slot`);
    }
    return {
      kind: 'summary',
      source: { kind: run.source.kind, id: run.source.id },
      targetLanguage: run.targetLanguage,
      detailLevel: run.detailLevel,
      text,
      outputLanguage,
      contentHash: input.contentHash,
      grounding,
    };
  },
};
