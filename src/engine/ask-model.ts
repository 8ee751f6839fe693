import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { callWithRetries } from '#engine/calls/call-with-retries.ts';
import { takeCall } from '#engine/calls/model-limits.ts';
import { tracePrompt } from '#engine/calls/trace-prompt.ts';
import type { RunContext } from './define-task.ts';
import { outlastOutage } from './outlast-outage.ts';
import type { Model, ModelRequest, RenderedPrompt } from './ports.ts';

export interface Ask {
  model: Model;
  templateId: string;
  sourceText: string;
  /** Parameters beyond those of the run. */
  parameters?: Record<string, string>;
  /** Parameters that are not kept with the run, because they belong to one call or quote its text. */
  passing?: Record<string, string>;
  /** Untrusted texts beside the source. */
  texts?: Record<string, string>;
  history?: ModelRequest['history'];
  /** The answer is one JSON object of this shape. */
  output?: ModelRequest['output'];
  /** If it is absent, the built-in model cannot do this. */
  offline?: ModelRequest['offline'];
  /** Whether the reader sees the text as it arrives. */
  streamed: boolean;
  /** This function is called with everything of the answer that has arrived so far. */
  onProgress?(text: string): void;
}

/** Renders a template and asks the model, once or with retries. */
export async function askModel(context: RunContext, ask: Ask): Promise<ModelAnswer> {
  const { log, meter, ports } = context;
  const { model } = ask;
  const prompt = await renderPrompt(context, readsAnyLength(model) ? { ...ask, sourceText: '.' } : ask);
  const request = {
    system: prompt.system,
    history: ask.history ?? [],
    prompt: prompt.prompt,
    maxOutputTokens: outputTokensOf(model),
    output: ask.output ?? null,
    offline: ask.offline ?? null,
  };
  const { maxOutputTokens } = request;
  let arrived = '';
  tracePrompt(context, { model, maxOutputTokens, rendered: prompt, passing: ask.passing });
  return callWithRetries({
    model,
    request,
    signal: context.signal,
    clock: ports.clock,
    beforeTry: () =>
      outlastOutage({ clock: ports.clock, signal: context.signal }, () => takeCall(context, model)),
    onText(text) {
      if (ask.streamed) log.text(text);
      arrived += text;
      ask.onProgress?.(arrived);
    },
    onCharged({ received, finish }) {
      meter.add({ model, request, received, usage: finish?.usage ?? null });
      if (finish !== null) context.trace.answeredModel = finish.model ?? model.profile.model;
    },
    onRetry(error, waitMs) {
      log.emit({
        type: 'model-retry',
        modelProfileId: model.profile.id,
        errorCode: error.code,
        message: error.message,
        waitMs: Math.round(waitMs),
      });
    },
  });
}

export function renderPrompt(
  context: RunContext,
  ask: Omit<Ask, 'model' | 'streamed'>,
): Promise<RenderedPrompt> {
  const { run, input, task, ports } = context;
  const texts: Record<string, string> = { ...ask.texts, sourceText: ask.sourceText };
  if (input.title !== null && input.title.trim() !== '') texts.title = input.title;
  return ports.templates.render({
    templateId: ask.templateId,
    parameters: { ...run.parameters, ...ask.parameters, ...ask.passing },
    texts,
    // An override says how to summarize, and a language repair does not summarize.
    systemPromptOverride: ask.templateId === task.language?.templateId ? null : input.systemPromptOverride,
  });
}

/** Says whether a source of any length fits. It fits the built-in model, which reads no prompt. */
export function readsAnyLength({ profile }: Model): boolean {
  return profile.provider === 'builtin';
}

/** A profile whose output limit would leave no room for input gives at most half of its context to the answer. */
export function outputTokensOf(model: Model): number {
  return Math.min(model.profile.maxOutputTokens, model.profile.contextTokens >> 1);
}

/** This share of the input stays free, because fences, escapes and a foreign tokenizer make counts inexact. */
const margin = 0.05;

/** The number of tokens that one call may read. */
export function inputTokensOf(model: Model): number {
  return Math.floor((model.profile.contextTokens - outputTokensOf(model)) * (1 - margin));
}
