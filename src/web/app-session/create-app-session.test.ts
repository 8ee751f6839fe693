import { afterEach, describe, expect, test } from 'vitest';
import type { SessionValues } from '#schema/app-session.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { type AppSession, createAppSession, type SessionParts } from './create-app-session.ts';

const channels: BroadcastChannel[] = [];
let name = 0;
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  name += 1;
});

interface Tab {
  kept: string | null;
}

let clock = 1_000_000;

function openTab(tab: Tab = { kept: null }, parts: Partial<SessionParts> = {}): AppSession {
  return createAppSession({
    build: 'index-1.js',
    read: () => tab.kept,
    write: (kept) => {
      tab.kept = kept;
    },
    openChannel: () => {
      const channel = new BroadcastChannel(`test-${name}`);
      channels.push(channel);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        send: (message) => channel.postMessage(message),
        onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
        close: () => channel.close(),
      };
    },
    now: () => ++clock,
    wasDiscarded: false,
    ...parts,
  });
}

const untouched: SessionValues = {
  targetLanguage: null,
  detailLevel: null,
  autoSummary: false,
  leftAlone: [],
  translationLanguage: null,
  translationLayout: 'under',
  translationShown: false,
  titlesTranslated: false,
  summaryOf: 'original',
};

describe('the app session', () => {
  test('is shared with a new tab, and a change in one tab applies to all', async () => {
    const first = openTab();
    first.change({ targetLanguage: 'zh-Hans', autoSummary: true });
    first.leaveAlone(entryIdSchema.parse(7));
    const second = openTab();
    await expect.poll(() => second.get()).toEqual(first.get());
    expect(second.get()).toMatchObject({ targetLanguage: 'zh-Hans', autoSummary: true, leftAlone: [7] });
    second.change({ autoSummary: false });
    await expect.poll(() => first.get().autoSummary).toBe(false);
    expect(first.get().targetLanguage).toBe('zh-Hans');
  });

  test('notifies a listener of another tab’s choice', async () => {
    const first = openTab();
    let told = 0;
    first.subscribe(() => {
      told += 1;
    });
    openTab().change({ detailLevel: 'short' });
    await expect.poll(() => told).toBe(1);
  });

  test('ends when the last tab is closed, even for a tab restored with what it kept', () => {
    const tab: Tab = { kept: null };
    const first = openTab(tab);
    first.change({ autoSummary: true });
    first.leave();
    expect(openTab().get()).toEqual(untouched);
    clock += 11_000;
    expect(openTab(tab).get()).toEqual(untouched);
  });

  test('survives a reload of the only tab, and a tab discarded to save memory', () => {
    const tab: Tab = { kept: null };
    const first = openTab(tab);
    first.change({ autoSummary: true });
    first.leave();
    clock += 2000;
    const again = openTab(tab);
    expect(again.get().autoSummary).toBe(true);
    expect(openTab(tab, { wasDiscarded: true }).get().autoSummary).toBe(true);
  });

  test('is not revived by a crashed tab: what it kept does not say when it left', () => {
    const tab: Tab = { kept: null };
    openTab(tab).change({ autoSummary: true });
    for (const channel of channels.splice(0)) channel.close();
    expect(openTab(tab).get()).toEqual(untouched);
  });

  test('reaches a tab that asked while the only other one was reloading', async () => {
    const tab: Tab = { kept: null };
    const first = openTab(tab);
    first.change({ autoSummary: true });
    first.leave();
    const second = openTab();
    const reloaded = openTab(tab);
    await expect.poll(() => second.get().autoSummary).toBe(true);
    expect(reloaded.get().autoSummary).toBe(true);
  });

  test('starts empty in two tabs opened at once', async () => {
    const [first, second] = [openTab(), openTab()];
    second.change({ detailLevel: 'short' });
    await expect.poll(() => first.get().detailLevel).toBe('short');
  });

  test('keeps a choice made in a new tab when an old one answers late', async () => {
    const tab: Tab = { kept: null };
    const asleep = openTab(tab);
    asleep.change({ targetLanguage: 'ja' });
    const fresh = openTab();
    fresh.change({ targetLanguage: 'de' });
    await expect.poll(() => asleep.get().targetLanguage).toBe('de');
    expect(fresh.get().targetLanguage).toBe('de');
  });

  test('of a page restored by the Back button is the one the other tabs have by then', async () => {
    const old = openTab();
    old.change({ autoSummary: true, targetLanguage: 'ja' });
    old.leave();
    const fresh = openTab();
    clock += 60_000;
    old.comeBack();
    expect(old.get()).toEqual(untouched);
    fresh.change({ targetLanguage: 'fr' });
    await expect.poll(() => old.get().targetLanguage).toBe('fr');
    expect(fresh.get().autoSummary).toBe(false);
  });

  test('belongs to this tab alone where the browser has no channel', () => {
    const alone = openTab({ kept: '{"state":{"changedAt":"soon"}}' }, { openChannel: () => null });
    expect(alone.get()).toEqual(untouched);
    alone.change({ autoSummary: true });
    expect(alone.get().autoSummary).toBe(true);
  });

  test('is not taken from another version of the app, whose values may have another form', async () => {
    const kept: Tab = { kept: null };
    const other = { build: 'index-2.js' };
    const old = openTab(kept, other);
    old.change({ autoSummary: true });
    old.leave();
    expect(openTab(kept).get()).toEqual(untouched);
    const stranger = new BroadcastChannel(`test-${name}`);
    channels.push(stranger);
    const tab = openTab();
    const values = { ...untouched, detailLevel: 'short' };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    stranger.postMessage({ type: 'tell', ...other, state: { changedAt: 9e12, values: { autoSummary: 2 } } });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    stranger.postMessage({ type: 'tell', build: 'index-1.js', state: { changedAt: 8e12, values } });
    await expect.poll(() => tab.get()).toEqual(values);
  });
});
