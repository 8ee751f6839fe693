import type { ModelProfile } from '#schema/models/model-profile.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { useKeptState } from '#web/kept-state.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Whether calls to a model may cost money. Local models do not. */
export function isPaid({ provider, prices, baseUrl }: ModelProfile): boolean {
  if (provider === 'builtin') return false;
  if (prices !== null) return Object.values(prices).some((price) => price > 0);
  const host = baseUrl === null ? undefined : URL.parse(baseUrl)?.hostname;
  if (provider === 'ollama' && host === undefined) return false;
  return host === undefined || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** Names a profile with its model, because a profile that now calls another model has different costs. */
function nameOf({ id, provider, model }: ModelProfile): string {
  return `${id} ${provider} ${model}`;
}

const maxAccepted = 100;
const parseAccepted = (stored: string | null) => stored ?? '';

/** The models whose costs the user has accepted for some use. The list is kept under this key, for all tabs. */
export function useAcceptedModels(key: string) {
  const [accepted, setAccepted] = useKeptState<string>({
    key,
    area: 'local',
    parse: parseAccepted,
    isShared: true,
  });
  const known = accepted.split('\n');
  return {
    isAccepted: (model: ModelProfile) => known.includes(nameOf(model)),
    accept: (model: ModelProfile) => setAccepted([...known, nameOf(model)].slice(-maxAccepted).join('\n')),
  };
}

/**
 * The most tokens of a check: 4,000 of passages, which choosePassages allows, with the prompt and the sentences; and
 * the verdicts on ten sentences.
 */
const checkTokens = { input: 5_000, output: 600 };

/** The model that checks new summaries, and what a check costs at most, in words. Null if no model can check. */
export function useCheckCost(): { checker: ModelProfile; cost: string } | null {
  const { panel } = useStrings();
  const formats = useFormats();
  const { data: settings = defaultSettings } = useSettings();
  const { data: models = [] } = useModels();
  const id = settings.check.modelProfileId ?? settings.summaryAgent.primaryModelProfileId;
  const checker = models.find((model) => model.id === id);
  if (checker === undefined || checker.provider === 'builtin') return null;
  const { prices } = checker;
  const { input, output } = checkTokens;
  const usd =
    prices === null
      ? null
      : (input * prices.inputPerMillionUsd + output * prices.outputPerMillionUsd) / 1_000_000;
  const money = !isPaid(checker)
    ? panel.checkCost.free
    : usd === null
      ? panel.checkCost.unknown
      : panel.checkCost.most(formats.cost(usd));
  return { checker, cost: panel.checkCost.line(formats.number(input + output), money) };
}
