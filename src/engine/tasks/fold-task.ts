import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { Model } from '#engine/ports.ts';
import { askModel, inputTokensOf, type RunContext, renderPrompt, type Task } from '#engine/run-context.ts';
import { acceptFold, leastSummaryCharacters } from '#memory/accept-fold.ts';
import { foldMessages } from '#memory/fold-messages.ts';
import { AppError } from '#schema/app-error.ts';
import type { FoldInput } from '#schema/spaces/thread-input.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

/** Folds the messages that left the window into the summary of their thread. */
export const foldTask: Task = {
  templateId: 'thread.fold',
  languageTemplateId: null,
  isChecked: true,
  answer: readMessages,
  async makePayload(context, { text, model }) {
    if (text === '') return null;
    const fold = foldInputOf(context);
    const tokenizer = await loadTokenizer();
    const first = fold.keptSegments.length === 0 ? 1 : fold.fromSeq;
    const segments = [...fold.keptSegments, { text, fromSeq: first, toSeq: fold.throughSeq }];
    const whole = segments.map((segment) => segment.text).join('\n\n');
    return {
      kind: 'fold',
      threadId: fold.threadId,
      reason: fold.reason ?? 'fold',
      summaryRevision: fold.summaryRevision,
      throughSeq: fold.throughSeq,
      text: whole,
      tokens: tokenizer.count(whole),
      segments,
      model,
    };
  },
};

async function readMessages(context: RunContext, model: Model): Promise<ModelAnswer> {
  const { run, log, ports } = context;
  const fold = foldInputOf(context);
  const tokenizer = await loadTokenizer();
  const around = await renderPrompt(context, { templateId: run.templateId, sourceText: '.' });
  ports.log.info(
    {
      runId: run.id,
      summarizer: {
        model: model.profile.model,
        tokenBudget: fold.tokenBudget,
        messageCount: fold.messages.length,
      },
    },
    'folding messages into a thread summary',
  );

  let answer: ModelAnswer | null = null;
  const { verdict } = await foldMessages({
    previousSummary: fold.previousSummary,
    messages: fold.messages,
    tokenBudget: Math.min(fold.tokenBudget, inputTokensOf(model)),
    overheadTokens: tokenizer.count(around.system) + tokenizer.count(around.prompt),
    count: tokenizer.count,
    async summarize({ previousSummary, transcript, messages, part, parts }) {
      context.trace.coverage = {
        chunksRead: part - 1,
        chunksTotal: parts,
        sourceCharacters: context.input.sourceText.length,
      };
      log.emit({ type: 'progress', phase: 'folding', done: part - 1, total: parts });
      answer = await askModel(context, {
        model,
        templateId: run.templateId,
        sourceText: transcript,
        texts: previousSummary === null ? {} : { previousSummary },
        fold: { previousSummary, messages },
        streamed: false,
      });
      context.trace.coverage.chunksRead = part;
      return answer.text;
    },
    judge: (result) =>
      acceptFold({
        ...result,
        instructions: `${around.system}\n\n${around.prompt}`,
        targetLanguage: run.targetLanguage,
        isQuoted: !model.writesAnyLanguage,
      }),
  });
  if (answer === null) throw new TypeError(`fold run ${run.id} has no messages`);
  if (verdict.kind === 'refused')
    throw new AppError('summary_refused', verdict.message, { details: { reason: verdict.reason } });
  if (verdict.kind === 'skipped') {
    log.emit({ type: 'fold-skipped', characters: verdict.characters, needed: leastSummaryCharacters });
    return { ...(answer as ModelAnswer), text: '' };
  }
  log.text(verdict.text);
  return { ...(answer as ModelAnswer), text: verdict.text };
}

function foldInputOf({ run, input }: RunContext): FoldInput {
  if (input.subject?.kind !== 'fold') throw new TypeError(`fold run ${run.id} has no messages`);
  return input.subject;
}
