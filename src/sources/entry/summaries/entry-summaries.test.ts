import { expect, test } from 'vitest';
import { type Entry, entryIdSchema, sanitizerVersion } from '#schema/entry.ts';
import { modelProfileIdSchema, runIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import { defaultSettings } from '#schema/settings.ts';
import type { UsedTemplate } from '#schema/template.ts';
import { listEntrySummaries } from './entry-summaries.ts';

const id = entryIdSchema.parse(1);
const runId = runIdSchema.parse('6f0c1f6e-5a4f-4a52-9a57-0d8b7a0e6f11');
const primary = modelProfileIdSchema.parse('primary');
const fallback = modelProfileIdSchema.parse('fallback');

const used = { id: 'summary.default', version: '2', origin: 'builtin', hash: 'as-made' } as const;
const made = { contentHash: 'hash', route: [primary, fallback] };

async function staleOf(changes: {
  contentHash?: string;
  currentHash?: string;
  templateId?: string;
  run?: Partial<Run>;
  profile?: { id?: typeof primary; model?: string; updatedAt?: number };
}) {
  const contentHash = changes.contentHash ?? made.contentHash;
  const entry = { id, contentHash, sanitizer: sanitizerVersion } as Entry;
  const summary = { runId, contentHash: made.contentHash, templateHash: used.hash } as Summary;
  const run = {
    id: runId,
    templateId: 'summary.default',
    provenance: { templates: [used], systemPromptOverridden: false },
    route: made.route,
    modelProfileId: primary,
    model: 'gpt-5.2-2026-02-01',
    finishedAt: 1000,
    ...changes.run,
  } as Run;
  const profile = { id: primary, model: 'gpt-5.2', updatedAt: 500, ...changes.profile };
  const { items } = await listEntrySummaries(
    {
      store: {
        getEntry: async () => entry,
        listSummaries: async () => [summary],
        listActiveRuns: async () => [],
      },
      runs: { getRun: async () => run },
      getSettings: async () => ({
        ...defaultSettings,
        summaryAgent: { ...defaultSettings.summaryAgent, templateId: changes.templateId ?? used.id },
      }),
      templates: {
        hashOf: async (id: string) => (id === used.id ? (changes.currentHash ?? used.hash) : `hash of ${id}`),
        areCurrent: async (templates: UsedTemplate[]) =>
          templates.every(({ hash }) => hash === (changes.currentHash ?? used.hash)),
      },
      getProfile: async () => profile,
    } as unknown as Parameters<typeof listEntrySummaries>[0],
    id,
  );
  return items[0]?.stale;
}

test('a summary is fresh while article, template and model are as they were', async () => {
  expect(await staleOf({})).toEqual([]);
});

test('a change of any of them is a reason of its own', async () => {
  expect(await staleOf({ contentHash: 'other' })).toEqual(['article']);
  expect(await staleOf({ currentHash: 'edited' })).toEqual(['template']);
  expect(await staleOf({ templateId: 'summary.mine' })).toEqual(['template']);
  expect(await staleOf({ profile: { id: modelProfileIdSchema.parse('another') } })).toEqual(['model']);
  expect(await staleOf({ profile: { model: 'gpt-6', updatedAt: 2000 } })).toEqual(['model']);
});

test('reasons add up', async () => {
  expect(await staleOf({ contentHash: 'other', currentHash: 'edited' })).toEqual(['article', 'template']);
});

test('a summary from before templates were recorded is not called stale for them', async () => {
  const run = { provenance: null, templateVersion: '1' };
  expect(await staleOf({ currentHash: 'edited', templateId: 'summary.mine', run })).toEqual([]);
});

test('a summary that the fallback wrote is not stale: the primary model was asked, and would be again', async () => {
  expect(await staleOf({ run: { modelProfileId: fallback, model: 'other' } })).toEqual([]);
});

test('a provider that answers under another name makes nothing stale while the profile is as it was', async () => {
  expect(await staleOf({ run: { model: 'deployment-17' } })).toEqual([]);
  expect(await staleOf({ profile: { updatedAt: 2000 } })).toEqual([]);
});
