import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { Model } from '#engine/ports.ts';
import { askModel, inputTokensOf, type RunContext, renderPrompt, type Task } from '#engine/run-context.ts';
import { alternateRoles } from '#memory/alternate-roles.ts';
import { AppError } from '#schema/app-error.ts';
import { messageIdSchema } from '#schema/spaces/space.ts';
import type { ReplyInput } from '#schema/spaces/thread-input.ts';
import { boundTokens, loadTokenizer } from '#text/tokens/tokens.ts';

/** Answers the newest message of a thread. */
export const replyTask: Task = {
  templateId: 'thread.reply',
  languageTemplateId: null,
  isChecked: false,
  answer: readThread,
  async makePayload(context, { text, model, provider }) {
    const { threadId, messageId } = replyInputOf(context);
    const tokenizer = await loadTokenizer();
    const newMessageId = messageIdSchema.parse(context.ports.newId());
    const tokens = tokenizer.count(text);
    return { kind: 'reply', threadId, messageId, newMessageId, text, tokens, provider, model };
  },
};

async function readThread(context: RunContext, model: Model): Promise<ModelAnswer> {
  const { run, input, log } = context;
  const { instructions, summary, history: live, passages } = replyInputOf(context);
  const { history, prompt } = alternateRoles(live, input.sourceText);
  const ask = {
    model,
    templateId: run.templateId,
    sourceText: input.sourceText,
    parameters: { instructions },
    passing: { prompt },
    texts: textsOf(summary),
    history,
    passages,
    streamed: true,
  };
  const rendered = await renderPrompt(context, ask);
  await refuseTooLong(context, model, [rendered.system, rendered.prompt, ...history.map(({ text }) => text)]);
  log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
  return askModel(context, ask);
}

function textsOf(summary: string | null): Record<string, string> {
  return summary === null ? {} : { summary };
}

async function refuseTooLong({ ports, signal }: RunContext, model: Model, texts: string[]): Promise<void> {
  const room = inputTokensOf(model);
  if (texts.reduce((sum, text) => sum + boundTokens(text), 0) <= room) return;
  const tokens = await ports.textWork.run('countTokens', [texts], signal);
  if (tokens <= room) return;
  throw new AppError(
    'model_context_exceeded',
    `Instructions, summary and live messages take ${tokens} tokens; ${model.profile.name} accepts at most ${room}.`,
  );
}

function replyInputOf({ run, input }: RunContext): ReplyInput {
  if (input.subject?.kind !== 'reply') throw new TypeError(`reply run ${run.id} has no thread`);
  return input.subject;
}
