import type { Models, TextWork } from '#engine/ports.ts';
import { readKey } from '#models/keys/read-key.ts';
import type { OpenRemote } from '#models/providers/create-remote-opener.ts';
import { createBuiltinModel } from './builtin-model.ts';
import { findModel } from './find-model.ts';
import type { ModelSources } from './ports.ts';

export interface ModelsOptions extends ModelSources {
  secretKey: Uint8Array;
  /** Of the built-in model. */
  textWork: TextWork;
}

/** The engine's way to every model: of profiles, of the environment, of agents, and the built-in one. */
export function createModels(options: ModelsOptions): Models {
  let opener: Promise<OpenRemote> | undefined;
  return {
    open: async (id) => {
      const { profile, keyUse } = await findModel(options, id);
      if (keyUse === null) return createBuiltinModel(options.textWork, profile);
      const key = readKey(keyUse, options);
      opener ??= loadOpener();
      return (await opener)(profile, key);
    },
  };
}

/** On first use: the SDK is slow to load, and an offline summary should not wait for it. */
async function loadOpener(): Promise<OpenRemote> {
  const { createRemoteOpener } = await import('#models/providers/create-remote-opener.ts');
  return createRemoteOpener();
}
