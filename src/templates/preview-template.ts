import type { Parameters, TaskType } from '#schema/runs/run.ts';
import type { Template } from './load-template.ts';
import { type RenderInput, renderTemplate } from './render-template.ts';

const article = `The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken barges across the main channel, and the port authority hired a crane ship to lift them. On 14 March the first ferry came in again.`;
const question = 'When does the ferry to Lunde run again?';
const conversation = `user: ${question}\nassistant: Since 14 March, at the usual times.`;
const codingTurn = `User, prompt 1:\nWhy does the page of Lunde show no ferry?\n\nTool read:\nsrc/ferries.ts\nResult:\nexport const opensAt = '2026-04-14';\n\nAssistant:\nThe month was wrong; I set it to March.`;
const summary = 'The user plans a trip to Lunde in March and wants to go by ferry.';

type Sample = Pick<RenderInput, 'parameters' | 'texts'>;

/** What the runs of each task pass to their template, and nothing else: what is missing here is missing there. */
const samples: Record<TaskType, Sample> = {
  summary: {
    parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English', detailLevel: 'medium' },
    texts: { sourceText: article, title: 'The harbour of Lunde is open again' },
  },
  fold: {
    parameters: { tokenBudget: '8000', messageCount: '2' },
    texts: { sourceText: conversation, previousSummary: summary },
  },
  reply: {
    parameters: { instructions: 'Answer briefly.', prompt: question },
    texts: { sourceText: question, summary },
  },
  title: { parameters: {}, texts: { sourceText: conversation } },
  'turn-summary': { parameters: {}, texts: { sourceText: article } },
  session: { parameters: {}, texts: { sourceText: codingTurn } },
  'history-narrative': { parameters: {}, texts: { sourceText: conversation, previousSummary: summary } },
};

/** Of templates that a run uses beside its own. */
const furtherParameters: Record<string, Parameters> = {
  'summary.part': { partNumber: '1', partCount: '3' },
  'session-summary.repair': { problem: 'it has no JSON object' },
};

/** The prompt of a run with sample texts. Throws AppError `template_parameter_missing`, as the run would. */
export function previewTemplate(
  template: Template,
  parameters: Parameters,
): { system: string; prompt: string } {
  const sample = samples[template.taskType];
  return renderTemplate(template, {
    parameters: { ...sample.parameters, ...furtherParameters[template.id], ...parameters },
    texts: sample.texts,
    systemPromptOverride: null,
  });
}
