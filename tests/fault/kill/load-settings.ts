import { expect } from 'vitest';
import type { Settings, SettingsPatch } from '#schema/settings.ts';
import type { Load, Scene } from './scene.ts';

const fields = {
  retention: {
    patch: (value: number): SettingsPatch => ({ storage: { runRetentionDays: value } }),
    read: ({ storage }: Settings) => storage.runRetentionDays,
  },
  context: {
    patch: (value: number): SettingsPatch => ({ sessions: { contextTokens: value } }),
    read: ({ sessions }: Settings) => sessions.contextTokens,
  },
};

/** Makes a load that raises one setting by one at a time, while other lanes change other settings. */
export function loadSettings({ client }: Scene, field: keyof typeof fields): Load {
  const { patch, read } = fields[field];
  let sent = 1000;
  let acknowledged = 0;
  let last = 0;
  return {
    name: 'settings',
    async step() {
      sent += 1;
      const value = sent;
      expect(read(await client().settings.patch(patch(value)))).toBe(value);
      last = value;
      acknowledged += 1;
    },
    async check(store) {
      const value = read(await store.configuration.getSettings());
      // A write after the last acknowledged one may have succeeded without its response.
      expect(value, `the setting ${field}`).toBeGreaterThanOrEqual(last);
      if (acknowledged > 0) expect(value).toBeLessThanOrEqual(sent);
    },
    acknowledged: () => acknowledged,
  };
}
