import type { Model, ModelRequest, TextWork } from '#engine/ports.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Usage } from '#schema/runs/run.ts';
import type { ModelAnswer } from './call-model.ts';

export interface UsageMeter {
  add(model: Model, request: ModelRequest, answer: ModelAnswer): void;
  /** Null while no other model than the built-in one has answered. */
  total(textWork: TextWork): Promise<Usage | null>;
}

interface MeteredCall {
  model: Model;
  request: ModelRequest;
  answer: ModelAnswer;
}

type Tokens = NonNullable<ModelAnswer['usage']>;

/** Adds up what all calls of a run used, refused answers included: they were paid for. */
export function createUsageMeter(): UsageMeter {
  const calls: MeteredCall[] = [];
  return {
    add(model, request, answer) {
      if (model.profile.provider !== 'builtin') calls.push({ model, request, answer });
    },
    async total(textWork) {
      if (calls.length === 0) return null;
      const total: Usage = {
        inputTokens: 0,
        cachedInputTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        reported: calls.every((call) => call.answer.usage !== null),
      };
      for (const call of calls) {
        const tokens = call.answer.usage ?? (await countTokens(call, textWork));
        const costUsd = costOf(call.model.profile.prices, tokens);
        total.inputTokens += tokens.inputTokens;
        total.cachedInputTokens += tokens.cachedInputTokens;
        total.outputTokens += tokens.outputTokens;
        total.costUsd = total.costUsd === null || costUsd === null ? null : total.costUsd + costUsd;
      }
      return total;
    },
  };
}

async function countTokens({ request, answer }: MeteredCall, textWork: TextWork): Promise<Tokens> {
  const given = [request.system, request.prompt, ...request.history.map(({ text }) => text)];
  return {
    inputTokens: await textWork.run('countTokens', [given]),
    cachedInputTokens: 0,
    outputTokens: await textWork.run('countTokens', [[answer.text]]),
  };
}

export function costOf(prices: ModelProfile['prices'], tokens: Tokens): number | null {
  if (prices === null) return null;
  const fresh = tokens.inputTokens - tokens.cachedInputTokens;
  const perMillion =
    fresh * prices.inputPerMillionUsd +
    tokens.cachedInputTokens * prices.cachedInputPerMillionUsd +
    tokens.outputTokens * prices.outputPerMillionUsd;
  return perMillion / 1_000_000;
}
