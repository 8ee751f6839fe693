import type { Models } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { builtinModel } from './builtin-model.ts';
import type { OpenRemote } from './create-remote-opener.ts';
import { findProfile } from './find-profile.ts';
import type { Environment, ProfileStore } from './ports.ts';
import { readKey } from './read-key.ts';

export interface ModelsOptions {
  store: Pick<ProfileStore, 'getProfile'>;
  secretKey: Uint8Array;
  env: Environment;
}

/** The engine's way to every model: stored profiles, profiles of the environment, and the built-in one. */
export function createModels(options: ModelsOptions): Models {
  let opener: Promise<OpenRemote> | undefined;
  return {
    open: async (id) => {
      if (id === builtinModelProfileId) return builtinModel;
      const profile = await findProfile(options, id);
      if (!profile) throw new AppError('model_not_configured', `There is no model profile "${id}".`);
      const key = readKey(profile, options);
      opener ??= loadOpener();
      return (await opener)(profile, key);
    },
  };
}

/** On first need: the SDK is slow to load, and an offline summary should not wait for it. */
async function loadOpener(): Promise<OpenRemote> {
  const { createRemoteOpener } = await import('./create-remote-opener.ts');
  return createRemoteOpener();
}
