import { describe, expect, test } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import type { AutoSummaryRule } from '#schema/feed.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { isPaid } from '#web/controls/model-costs.ts';
import { isAutoSummarized } from './auto-summary.tsx';

describe('auto-summary of an entry', () => {
  const head = { feedId: 1 } as EntryHead;
  const decide = (feed: AutoSummaryRule, folder: AutoSummaryRule, isSwitchedOn: boolean) =>
    isAutoSummarized(
      head,
      {
        feeds: [{ id: 1, folderId: 2, autoSummary: feed }],
        folders: [{ id: 2, autoSummary: folder }],
      } as unknown as Subscriptions,
      isSwitchedOn,
    );

  test('follows its feed before its folder, and the folder before the switch', () => {
    expect(decide('always', 'never', false)).toBe(true);
    expect(decide('never', 'always', true)).toBe(false);
    expect(decide('inherit', 'always', false)).toBe(true);
    expect(decide('inherit', 'never', true)).toBe(false);
    expect(decide('inherit', 'inherit', true)).toBe(true);
    expect(decide('inherit', 'inherit', false)).toBe(false);
  });

  test('follows the switch if it has no feed', () => {
    const saved = { feedId: null } as EntryHead;
    expect(isAutoSummarized(saved, { feeds: [], folders: [] }, true)).toBe(true);
  });
});

describe('a model', () => {
  const paid = (profile: Partial<ModelProfile>) =>
    isPaid({ provider: 'openai', prices: null, baseUrl: null, ...profile } as ModelProfile);
  const free = { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 };

  test('costs money if it has prices, or if it is remote and has none', () => {
    expect(paid({})).toBe(true);
    expect(paid({ prices: { ...free, outputPerMillionUsd: 1 } })).toBe(true);
    expect(paid({ provider: 'openai-compatible', baseUrl: 'https://models.example.org/v1' })).toBe(true);
  });

  test('is free if its prices say so, or if it runs locally', () => {
    expect(paid({ prices: free })).toBe(false);
    expect(paid({ provider: 'builtin' })).toBe(false);
    expect(paid({ provider: 'ollama' })).toBe(false);
    expect(paid({ provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1' })).toBe(false);
  });
});
