import { describe, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { folderSchema } from '#schema/feed.ts';
import { type Subscriptions, subscriptionsSchema } from '#schema/reader-wire.ts';
import { defaultSettings } from '#schema/settings.ts';
import { entryTagsSchema } from '#schema/tag-wire.ts';
import { entryTranslationSchema } from '#schema/translations/translation-wire.ts';
import { openBridge, parts, textOf } from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const { panel, shown, empty, auto } = parts;
const knife = 'How to Sharpen a Kitchen Knife with a Single Stone';
const knifeId = 4;

async function openKnife(): Promise<void> {
  await parts.row(knife).click();
  await expect.element(page.getByRole('heading', { level: 1, name: knife })).toBeVisible();
}

type App = Awaited<ReturnType<typeof openBridge>>;
const started = (app: App) => app.asked('reader.summaries.start').map(([id]) => id);

describe('auto-summary', () => {
  test('is off, shows its cost when switched on, and summarizes what the reader stays on', async () => {
    const desk = keepSummaries();
    const app = await openBridge(desk.answers);
    await expect.element(empty).toBeVisible();
    await expect.element(auto).not.toBeChecked();
    const run = desk.addRun({ trigger: 'auto' });
    await auto.click();
    await expect.element(panel.getByText('Auto-summary uses Scripted, which costs money.')).toBeVisible();
    await panel.getByRole('button', { name: 'Keep it on' }).click();
    await expect.poll(() => panel.getByText('costs money', { exact: false }).query()).toBeNull();
    await expect.poll(() => started(app)).toEqual([inject('world').entryId]);
    run.succeed({ text: 'The bridge in short.' });
    await expect.poll(() => textOf(shown)).toBe('The bridge in short.');
    expect(app.asked('reader.summaries.start')[0]?.[1]).toMatchObject({ trigger: 'auto' });
    app.announce('entries');
    await expect.poll(() => parts.row('The Harbour Bridge').element().textContent).toContain('has a summary');
    expect(started(app)).toHaveLength(1);
  });

  test('does not mention costs if the model runs on this machine', async () => {
    const desk = keepSummaries();
    const run = desk.addRun({ trigger: 'auto' });
    const app = await openBridge({ ...desk.answers, settings: { get: defaultSettings } });
    await auto.click();
    await expect.poll(() => started(app)).toHaveLength(1);
    run.succeed({ text: 'The bridge in short.' });
    await expect.element(shown).toBeVisible();
    await expect.element(auto).toBeChecked();
    expect(panel.getByText('costs money', { exact: false }).query()).toBeNull();
  });

  test('leaves a run the reader started alone', async () => {
    const desk = keepSummaries();
    const manual = desk.addRun();
    const app = await openBridge(desk.answers);
    await parts.summaryButton.click();
    manual.write('The bridge closes.');
    await expect.element(parts.growing).toBeVisible();
    app.script(besideKnife());
    desk.addRun({ trigger: 'auto' });
    await auto.click();
    await openKnife();
    await expect.poll(() => started(app)).toEqual([inject('world').entryId, knifeId]);
    expect(app.asked('runs.cancel')).toEqual([]);
  });

  test('follows a feed’s rule before the switch', async () => {
    const desk = keepSummaries();
    let subscriptions = withRule({ autoSummary: 'always' });
    const run = desk.addRun({ trigger: 'auto' });
    const answers = { ...desk.answers.reader, subscriptions: () => subscriptions };
    const app = await openBridge({ ...desk.answers, ...besideKnife(), reader: answers });
    await expect.poll(() => started(app)).toHaveLength(1);
    run.succeed({ text: 'One summary.' });
    await expect.element(shown).toBeVisible();
    await expect.element(auto).not.toBeChecked();

    const quiet = folderSchema.parse({ id: 1, name: 'Quiet', autoSummary: 'never', autoTag: 'off' });
    subscriptions = { ...withRule({ folderId: quiet.id }), folders: [quiet] };
    app.announce('feeds');
    await expect.element(page.getByRole('navigation', { name: 'Feeds' }).getByText('Quiet')).toBeVisible();
    await auto.click();
    await expect.element(auto).toBeChecked();
    await openKnife();
    await expect.element(empty).toBeVisible();
    await new Promise((resolve) => {
      // This is longer than an entry has to stay open.
      setTimeout(resolve, 900);
    });
    expect(started(app)).toHaveLength(1);
    desk.addRun({ trigger: 'auto' });
    subscriptions = withRule({});
    app.announce('feeds');
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Feeds' }).getByText('Quiet').query())
      .toBeNull();
    await expect.poll(() => started(app)).toEqual([inject('world').entryId, knifeId]);
  });
});

/** The recorded answers for what is beside the article on knives, whose own were not recorded. */
function besideKnife() {
  const { entryId } = inject('world');
  const recorded = inject('recordedAnswers');
  return {
    tags: { ofEntry: { get: entryTagsSchema.parse(recorded['tags.ofEntry.get']?.[entryId]) } },
    translations: { get: entryTranslationSchema.parse(recorded['translations.get']?.[entryId]) },
  };
}

/** The subscriptions of the recorded server, with another rule for its feeds. */
function withRule(rule: Partial<Subscriptions['feeds'][number]>): Subscriptions {
  const recorded = subscriptionsSchema.parse(inject('recordedAnswers')['reader.subscriptions']?.['']);
  return { ...recorded, feeds: recorded.feeds.map((feed) => ({ ...feed, ...rule })) };
}
