import { expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { type StoredProfile, storedProfileSchema } from '#schema/models/model-profile.ts';
import { defaultSettings, mergeSettings } from '#schema/settings.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';

describeEachStore('model profiles', (current) => {
  test('come back whole, in the order they were created', async () => {
    const { store } = current();
    const late = makeProfile({ id: 'a', createdAt: startTime + 10 });
    const early = makeProfile({
      id: 'z',
      key: { kind: 'stored', ciphertext: 'v1:abc', origin: 'https://models.example' },
      prices: { inputPerMillionUsd: 0.15, cachedInputPerMillionUsd: 0.075, outputPerMillionUsd: 0.6 },
      requestsPerMinute: 30,
    });
    await store.configuration.putProfile(late);
    await store.configuration.putProfile(early);
    expect(await store.configuration.listProfiles()).toEqual([early, late]);
    expect(await store.configuration.getProfile(early.id)).toEqual(early);
  });

  test('are replaced by a profile of the same id and removed by it', async () => {
    const { store } = current();
    const profile = makeProfile({ id: 'local/llama' });
    await store.configuration.putProfile(profile);
    const changed = { ...profile, name: 'Renamed', updatedAt: startTime + 1 };
    await store.configuration.putProfile(changed);
    expect(await store.configuration.listProfiles()).toEqual([changed]);
    expect(await store.configuration.deleteProfile(profile.id)).toBe(true);
    expect(await store.configuration.deleteProfile(profile.id)).toBe(false);
    expect(await store.configuration.getProfile(profile.id)).toBeNull();
  });
});

describeEachStore('settings', (current) => {
  test('are the defaults until they are set, and are then seen on every connection', async () => {
    const { store, openAnother } = current();
    expect(await store.configuration.getSettings()).toEqual(defaultSettings);
    const changed = mergeSettings(defaultSettings, { storage: { summaryCap: 5 } });
    expect(await store.configuration.patchSettings({ storage: { summaryCap: 5 } })).toEqual(changed);
    expect(await (await openAnother()).configuration.getSettings()).toEqual(changed);
  });

  test('that are changed at the same moment by several do not undo each other', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let value = 1; value <= 20; value++) {
      await Promise.all([
        store.configuration.patchSettings({ storage: { runRetentionDays: value } }),
        other.configuration.patchSettings({ storage: { issueRetentionDays: value } }),
        store.configuration.patchSettings({ sessions: { contextTokens: 100 + value } }),
      ]);
      expect(await store.configuration.getSettings()).toMatchObject({
        storage: { runRetentionDays: value, issueRetentionDays: value },
        sessions: { contextTokens: 100 + value },
      });
    }
  });
});

function makeProfile({ id, ...changes }: Partial<Omit<StoredProfile, 'id'>> & { id: string }): StoredProfile {
  return storedProfileSchema.parse({
    id: modelProfileIdSchema.parse(id),
    name: 'Mine',
    provider: 'openai-compatible',
    model: 'some-model',
    baseUrl: 'https://models.example/v1',
    key: { kind: 'env', name: 'MY_KEY', origin: 'https://models.example' },
    createdAt: startTime,
    updatedAt: startTime,
    ...changes,
  });
}
