import { askModel, inputTokensOf, renderPrompt } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { defineTask, type RunContext } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { foldMessages } from '#memory/fold-messages.ts';
import { AppError } from '#schema/app-error.ts';
import { type FoldInput, foldInputSchema, threadIdSchema } from '#schema/spaces/space.ts';
import type { SpacesPorts, ThreadStore } from '#sources/thread/ports.ts';
import { leastSummaryCharacters } from '#text/answers/judge-answer.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { unquoteAnswer } from './quote-passages.ts';

/** Sample data for previews of the thread templates. */
export const sampleQuestion = 'When does the ferry to Lunde run again?';
export const sampleConversation = `user: ${sampleQuestion}\nassistant: Since 14 March, at the usual times.`;
export const sampleSummary = 'The user plans a trip to Lunde in March and wants to go by ferry.';

interface Ports extends Pick<SpacesPorts, 'checkSummary'> {
  store: Pick<ThreadStore, 'saveFold'>;
}

/** Folds the messages that left the window into the summary of their thread. */
export function createFoldTask({ store, checkSummary }: Ports) {
  return defineTask({
    type: 'fold',
    subject: foldInputSchema,
    templateId: 'thread.fold',
    sample: {
      parameters: { tokenBudget: '8000', messageCount: '2' },
      texts: { sourceText: sampleConversation, previousSummary: sampleSummary },
    },
    isGrounded: true,
    joinKey: ({ summaryRevision }) => summaryRevision,
    answer: readMessages,
    async save({ run, input: { subject } }, { answer, at }) {
      if (answer.text === '') return null;
      const { keptSegments, fromSeq, throughSeq, threadId, summaryRevision } = subject;
      const reason = subject.reason ?? ('fold' as const);
      const first = keptSegments.length === 0 ? 1 : fromSeq;
      const segments = [...keptSegments, { text: answer.text, fromSeq: first, toSeq: throughSeq }];
      const text = segments.map((segment) => segment.text).join('\n\n');
      const tokens = (await loadTokenizer()).count(text);
      const { model } = answer;
      const fold = { threadId, reason, summaryRevision, throughSeq, text, tokens, segments, model };
      return (tx) => store.saveFold(tx, { ...fold, runId: run.id, at });
    },
    announces: ['threads'],
    async afterEnd({ id, source }) {
      checkSummary(threadIdSchema.parse(source.id), id);
    },
  });
}

async function readMessages(context: RunContext<FoldInput>, model: Model): Promise<ModelAnswer> {
  const { run, log, ports } = context;
  const fold = context.input.subject;
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
    maxWords: run.parameters.maxWords === undefined ? null : Number(run.parameters.maxWords),
    tokenBudget: Math.min(fold.tokenBudget, inputTokensOf(model)),
    overheadTokens: tokenizer.count(around.system) + tokenizer.count(around.prompt),
    count: tokenizer.count,
    async summarize({ previousSummary, transcript, messages, part, parts, maxWords }) {
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
        offline: async (textWork, signal) => {
          const said = messages.map((message) => ({ ...message, text: unquoteAnswer(message.text) }));
          return [await textWork.run('extractFold', [{ previousSummary, messages: said, maxWords }], signal)];
        },
        streamed: false,
      });
      context.trace.coverage.chunksRead = part;
      return answer.text;
    },
    judge: (result) =>
      ports.textWork.run(
        'acceptFold',
        [
          {
            ...result,
            instructions: `${around.system}\n\n${around.prompt}`,
            targetLanguage: run.targetLanguage,
            isQuoted: !model.writesAnyLanguage,
          },
        ],
        context.signal,
      ),
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
