import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';

/** The models that translate, in the order they are asked. Empty: only the offline model is there, which cannot. */
export async function chooseModels({
  getSettings,
  getProfile,
}: Pick<ReaderPorts, 'getSettings' | 'getProfile'>): Promise<ModelProfileId[]> {
  const able: ModelProfileId[] = [];
  for (const id of chosenOf(await getSettings())) {
    // A model that cannot be opened now is asked all the same: its run says why it failed.
    const profile = id === builtinModelProfileId ? null : await getProfile(id).catch(() => undefined);
    if (profile !== null && profile?.provider !== 'builtin') able.push(id);
  }
  return able;
}

function chosenOf({ translation, summaryAgent }: Settings): ModelProfileId[] {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = translation;
  const route = primary === null ? summaryRoute(summaryAgent) : [primary];
  return fallback === null || route.includes(fallback) ? route : [...route, fallback];
}

export async function requireModels(
  ports: Pick<ReaderPorts, 'getSettings' | 'getProfile'>,
): Promise<ModelProfileId[]> {
  const route = await chooseModels(ports);
  if (route.length > 0) return route;
  throw new AppError(
    'model_not_configured',
    'The offline model cannot translate. Add a model under Settings → Models.',
  );
}
