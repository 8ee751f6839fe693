import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';

type Ports = Pick<ReaderPorts, 'getSettings' | 'getProfile'>;

/** The models that translate, in the order they are asked. Empty: only the offline model is there, which cannot. */
export async function chooseModels(ports: Ports): Promise<ModelProfileId[]> {
  return keepAble(ports, chosenOf(await ports.getSettings()));
}

async function keepAble({ getProfile }: Ports, route: readonly ModelProfileId[]): Promise<ModelProfileId[]> {
  const able: ModelProfileId[] = [];
  for (const id of route) {
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

/** `only` replaces the models of the settings. */
export async function requireModels(ports: Ports, only?: ModelProfileId): Promise<ModelProfileId[]> {
  const route = only === undefined ? await chooseModels(ports) : await keepAble(ports, [only]);
  if (route.length > 0) return route;
  throw new AppError('model_cannot_translate', 'The offline model cannot translate.');
}
