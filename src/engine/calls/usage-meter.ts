import type { Model, ModelRequest, ReportedUsage, TextWork } from '#engine/ports.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { addTokenCounts, boundCost, type Usage } from '#schema/runs/run.ts';
import { charactersPerToken } from './call-model.ts';

export interface UsageMeter {
  add(call: MeteredCall): void;
  /** Null while no other model than the built-in one was asked. */
  total(textWork: TextWork): Promise<Usage | null>;
}

interface MeteredCall {
  model: Model;
  request: Pick<ModelRequest, 'system' | 'history' | 'prompt'>;
  received: string;
  /** Null: the provider did not say, or its answer was broken off before it could. */
  usage: ReportedUsage | null;
}

type Tokens = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

/** Adds up what all calls of a run used, refused and unfinished answers included: they were paid for. */
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

/** What the provider reported, where that can be true of what was sent and received; else it is counted here. */
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
    // Of input that was counted here, nothing is known to come from a cache.
    cachedInputTokens: Math.min(cachedInputTokens, input ?? 0),
    outputTokens: output ?? (await textWork.run('countTokens', [[received]])),
    reported: input !== null && output !== null,
  };
}

/** Null: unknown, or so few that the server would hide from the spending caps what it charges for. */
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
