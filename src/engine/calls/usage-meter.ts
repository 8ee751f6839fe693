import type { Model, ModelRequest, ReportedUsage, TextWork } from '#engine/ports.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { addTokenCounts, boundCost, type Usage } from '#schema/runs/run.ts';
import { charactersPerToken } from './call-model.ts';

export interface UsageMeter {
  add(call: MeteredCall): void;
  /** The value is null as long as only the built-in model was asked. */
  total(textWork: TextWork): Promise<Usage | null>;
}

interface MeteredCall {
  model: Model;
  request: Pick<ModelRequest, 'system' | 'history' | 'prompt'>;
  received: string;
  /** The value is null if the provider did not report usage, or its answer broke off before it could. */
  usage: ReportedUsage | null;
}

type Tokens = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

/** Adds up the usage of all calls of a run. Refused and unfinished answers count too, because they were paid for. */
export function createUsageMeter(): UsageMeter {
  const calls: MeteredCall[] = [];
  return {
    add(call) {
      if (call.model.profile.provider !== 'builtin') calls.push(call);
    },
    async total(textWork) {
      if (calls.length === 0) return null;
      const total: Usage = {
        inputTokens: 0,
        cachedInputTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        reported: true,
      };
      for (const call of calls) {
        const { reported, ...tokens } = await readTokens(call, textWork);
        const costUsd = costOf(call.model.profile.prices, tokens);
        total.reported &&= reported;
        total.inputTokens = addTokenCounts(total.inputTokens, tokens.inputTokens);
        total.cachedInputTokens = addTokenCounts(total.cachedInputTokens, tokens.cachedInputTokens);
        total.outputTokens = addTokenCounts(total.outputTokens, tokens.outputTokens);
        total.costUsd =
          total.costUsd === null || costUsd === null ? null : boundCost(total.costUsd + costUsd);
      }
      return total;
    },
  };
}

/**
 * Takes the counts that the provider reported if they are plausible for what was sent and received. Otherwise the
 * tokens are counted here.
 */
async function readTokens(
  { request, received, usage }: MeteredCall,
  textWork: TextWork,
): Promise<Tokens & Pick<Usage, 'reported'>> {
  const given = [request.system, request.prompt, ...request.history.map(({ text }) => text)];
  const { inputTokens, cachedInputTokens = 0, outputTokens } = usage ?? {};
  const input = believe(inputTokens, given);
  const output = believe(outputTokens, [received]);
  return {
    inputTokens: input ?? (await textWork.run('countTokens', [given])),
    // If the input was counted here, nothing is known about cached tokens.
    cachedInputTokens: Math.min(cachedInputTokens, input ?? 0),
    outputTokens: output ?? (await textWork.run('countTokens', [[received]])),
    reported: input !== null && output !== null,
  };
}

/**
 * Returns null if the count is unknown or too low to be true. Too low a count would hide costs from the spending
 * caps.
 */
function believe(tokens: number | null | undefined, texts: readonly string[]): number | null {
  const characters = texts.reduce((sum, text) => sum + text.trim().length, 0);
  return tokens === null || tokens === undefined || tokens * charactersPerToken < characters ? null : tokens;
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
