import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { CheckPorts } from './ports.ts';

type Purpose = 'check' | 'repair';

/** The models that check or correct, in the order they are asked. Empty: only the offline model is there, which cannot. */
export async function chooseRoute(
  { models, getSettings }: Pick<CheckPorts, 'models' | 'getSettings'>,
  purpose: Purpose,
): Promise<ModelProfileId[]> {
  const able: ModelProfileId[] = [];
  for (const id of chosenOf(await getSettings(), purpose)) {
    // A model that cannot be opened now is asked all the same: its run says why it failed.
    const opened = await models.open(id).catch(() => null);
    if (opened?.profile.provider !== 'builtin') able.push(id);
  }
  return able;
}

function chosenOf({ check, summaryAgent }: Settings, purpose: Purpose): ModelProfileId[] {
  const chosen = purpose === 'check' ? check.modelProfileId : check.repairModelProfileId;
  return chosen === null ? summaryRoute(summaryAgent) : [chosen];
}

export function noModel(purpose: Purpose): AppError {
  const what = purpose === 'check' ? 'check sentences' : 'correct sentences';
  return new AppError(
    'model_not_configured',
    `The offline model cannot ${what}. Add a model under Settings → Models.`,
  );
}
