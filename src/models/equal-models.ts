import { baseUrlOf } from '#models/providers/provider-address.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { modelFields, readField } from '#schema/named-in-settings.ts';
import type { Settings } from '#schema/settings.ts';

export interface Choice {
  settings: Settings;
  /** Returns a text that is equal for equal models, or null if the model is not known now. */
  identify(id: ModelProfileId): Promise<string | null>;
}

type Step = (typeof modelFields)[number] & { id: ModelProfileId };

/** Two steps in which a task asks the same model one after the other. */
interface EqualModels {
  first: Step;
  second: Step;
}

/** Returns the same text for two profiles of one model at one address. */
export function identifyModel(profile: Pick<ModelProfile, 'provider' | 'baseUrl' | 'model'>): string {
  if (profile.provider === 'builtin') return profile.provider;
  return JSON.stringify([profile.provider, baseUrlOf(profile), profile.model]);
}

/**
 * Finds fallbacks that a change makes equal to a model before them. They would fail where that one fails, and cost
 * another call. Fallbacks that were equal before the change are left out.
 */
export async function findNewlyEqual(before: Choice, after: Choice): Promise<EqualModels[]> {
  const known = new Set((await findEqual(before)).map(keyOf));
  return (await findEqual(after)).filter((pair) => !known.has(keyOf(pair)));
}

export function describeEqual({ first, second }: EqualModels): string {
  const [one, other] = [first, second].map(({ id, about }) => `“${id}” (${about.model?.name})`);
  return `${other} is the same model at the same address as ${one}, and would fail where that one fails.`;
}

async function findEqual({ settings, identify }: Choice): Promise<EqualModels[]> {
  const equals: EqualModels[] = [];
  for (const second of modelFields.flatMap((named) => stepsOf(settings, named))) {
    for (const first of askedBefore(settings, second)) {
      const isEqual =
        first.id === second.id
          ? // A task that first asks the models of summaries skips an id that is among them.
            first.section === second.section
          : await isSame(identify, [first.id, second.id]);
      if (isEqual) equals.push({ first, second });
    }
  }
  return equals;
}

/** Returns the models that a task asks before this fallback: its own, or those that write summaries. */
function askedBefore(settings: Settings, { section, about }: Step): Step[] {
  const after = about.model?.after;
  if (after === undefined) return [];
  const own = modelFields.filter((named) => named.section === section && named.field === after);
  const steps = own.flatMap((named) => stepsOf(settings, named));
  if (steps.length > 0) return steps;
  return modelFields
    .filter((named) => named.section === 'summaryAgent')
    .flatMap((named) => stepsOf(settings, named));
}

function stepsOf(settings: Settings, named: (typeof modelFields)[number]): Step[] {
  const id = readField(settings, named);
  return typeof id === 'string' ? [{ ...named, id: id as ModelProfileId }] : [];
}

async function isSame(
  identify: Choice['identify'],
  [first, second]: [ModelProfileId, ModelProfileId],
): Promise<boolean> {
  const [one, other] = await Promise.all([identify(first), identify(second)]);
  return one !== null && one === other;
}

function keyOf({ first, second }: EqualModels): string {
  return [first.path, first.id, second.path, second.id].join(' ');
}
