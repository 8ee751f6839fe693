import { z } from 'zod';
import { readSource } from '#engine/answers/read-source.ts';
import { defineTask, type RunContext, type SubmitRequest } from '#engine/define-task.ts';
import type { OfflineAnswer } from '#engine/ports.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { detailLevelOf, type SourceRef } from '#schema/runs/run.ts';
import { slotSchema } from '#schema/runs/summary.ts';
import type { SummaryStore } from '#sources/entry/ports.ts';

interface Ports {
  store: Pick<SummaryStore, 'saveSummary'>;
  /** The check or correction by a model that follows a new summary. */
  planAfter(made: NewSummary): Promise<SubmitRequest | null>;
}

interface NewSummary {
  target: CheckTarget;
  source: SourceRef;
  text: string;
  grounding: Grounding;
  sourceText: string;
  trigger: 'auto';
}

/** Summarizes an entry, or a text given directly. */
export function createSummaryTask({ store, planAfter }: Ports) {
  return defineTask({
    type: 'summary',
    subject: z.null(),
    templateId: 'summary.default',
    sample: {
      parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English', detailLevel: 'medium' },
      texts: {
        sourceText:
          'The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken barges across the main channel, and the port authority hired a crane ship to lift them. On 14 March the first ferry came in again.',
        title: 'The harbour of Lunde is open again',
      },
      further: new Map([['summary.part', { partNumber: '1', partCount: '3' }]]),
    },
    slot: {
      variant: slotSchema.omit({ source: true }),
      cap: ({ storage }) => storage.summaryCap,
    },
    language: { templateId: 'summary.language' },
    isGrounded: true,
    joinKey: () => null,
    answer: (context, model) =>
      readSource(context, model, {
        partTemplateId: 'summary.part',
        mergeTemplateId: 'summary.merge',
        offline: shippedTextOf(context) ?? extractOf(context),
      }),
    async save({ run: { id, source } }, { answer, outputLanguage }) {
      const summary = { runId: id, source, text: answer.text, outputLanguage };
      return async (tx) => (evicted) => store.saveSummary(tx, summary, evicted);
    },
    async next({ run: { id, source }, input: { sourceText } }, { answer: { text }, grounding }) {
      if (grounding === null) return null;
      const target = { kind: 'summary' as const, id };
      return planAfter({ target, source, text, grounding, sourceText, trigger: 'auto' });
    },
    announces: ['entries'],
  });
}

/** Name of the run parameter with a summary that ships with the sample feed. */
export const shippedText = 'shippedText';

function shippedTextOf({ run }: Pick<RunContext, 'run'>): OfflineAnswer | null {
  const text = run.parameters[shippedText];
  return text === undefined ? null : async () => [text];
}

/** The most important sentences of the source itself. */
export function extractOf({ run, input }: Pick<RunContext, 'run' | 'input'>): OfflineAnswer {
  const options = { title: input.title ?? undefined, detail: detailLevelOf(run) ?? undefined };
  return async (textWork, signal) =>
    (await textWork.run('extractSummary', [input.sourceText, options], signal)).pieces;
}
