import { expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { defaultSettings } from '#schema/settings.ts';
import { testedAs } from './model-draft.ts';

const id = modelProfileIdSchema.parse('mine');

function settingsWith({ embeds, writes }: { embeds: boolean; writes: boolean }) {
  return {
    ...defaultSettings,
    search: { ...defaultSettings.search, embeddingModelProfileId: embeds ? id : null },
    summaryAgent: { ...defaultSettings.summaryAgent, ...(writes ? { primaryModelProfileId: id } : {}) },
  };
}

test.each([
  [{ embeds: false, writes: false }, 'gpt-5-mini', 'text'],
  [{ embeds: false, writes: false }, 'text-embedding-3-small', 'embedding'],
  [{ embeds: true, writes: false }, 'bge-m3', 'embedding'],
  [{ embeds: false, writes: true }, 'embedded-writer', 'text'],
  [{ embeds: true, writes: true }, 'all-in-one', 'text'],
])('used as %j, %s is tested as %s', (uses, model, as) => {
  expect(testedAs(settingsWith(uses), { id, model })).toBe(as);
});
