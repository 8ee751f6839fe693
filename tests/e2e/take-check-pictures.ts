import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import type { ScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { settingsPage } from './settings-page.ts';
import type { RunningPrecis } from './start-precis.ts';

interface Place {
  browser: Browser;
  precis: RunningPrecis;
  model: ScriptedModel;
  /** The title of the entry. */
  title: string;
  directory: string;
}

const summary = `The Lindhaven harbour bridge will stay closed for twenty-six months. For them the city will run two electric ferries, every eight minutes from five in the morning until midnight, free of charge.

- The repair costs an estimated 987 million crowns.
- Shopkeepers nearby are afraid of losing business again.
- Residents feel that nobody asked them.`;

/** What the model says about each sentence, by its first words, and a word of the passage that it names. */
const opinions = [
  { first: 'The Lindhaven', verdict: 'supported', reason: 'It says so.', passage: 'stay closed' },
  { first: 'For them', verdict: 'supported', reason: 'It says so.', passage: 'electric ferries' },
  { first: 'The repair', verdict: 'contradicted', reason: 'It is 118 million.', passage: '118 million' },
  {
    first: 'Shopkeepers',
    verdict: 'supported',
    reason: 'They lost a quarter of their sales in 2019.',
    passage: 'Ropewalk',
  },
  { first: 'Residents', verdict: 'not-found', reason: 'No resident is quoted.', passage: null },
];

const sizes = [
  { width: 1440, height: 640 },
  { width: 1024, height: 640 },
  { width: 768, height: 640 },
  { width: 390, height: 720 },
];

const margin = 20;

/** Takes pictures of the verdicts of rules and a model at four widths, and of their settings. */
export async function takeCheckPictures({ browser, precis, model, title, directory }: Place): Promise<void> {
  const { client, url } = precis;
  const { id } = await client.models.put(
    modelProfileInputSchema.parse({
      id: 'checker',
      name: 'Qwen3 8B, local',
      provider: 'openai-compatible',
      model: 'qwen3-8b',
      baseUrl: model.baseUrl('openai'),
      prices: { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 },
    }),
  );
  await client.settings.patch({ check: { mode: 'all', modelProfileId: id } });
  model.always((request) => ({
    text: request.system.startsWith('You check') ? answerCheck(request) : summary,
  }));

  for (const viewport of sizes) {
    const isNarrow = viewport.width < 500;
    const page = await open({ viewport, isMobile: isNarrow, hasTouch: isNarrow });
    const reader = readerPage(page, url);
    const { panel, shown, empty, summaryButton } = panelPage(page);
    await reader.open('/reader/all');
    await reader.openEntry(title);
    await shown.or(empty).waitFor();
    if ((await shown.getByText('Residents').count()) === 0) await summaryButton.click();
    await shown.locator('[data-state="not-in-the-source"]').first().waitFor();
    await panel.getByRole('button', { name: 'Check against the article' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check again' }).waitFor();
    await save(page, `check-${viewport.width}`);
  }

  const page = await open({ viewport: { width: 1024, height: 900 } });
  const settings = settingsPage(page, url);
  await settings.open('summaries');
  const group = settings.main.getByRole('region', { name: 'Check with a model' });
  await settings.field('Checking model').locator('option:checked', { hasText: 'Qwen3' }).waitFor({
    state: 'attached',
  });
  await group.scrollIntoViewIfNeeded();
  const box = await group.boundingBox();
  if (box === null) throw new Error('the settings of the check are not shown');
  const clip = { x: box.x - margin, y: box.y + 4, width: box.width + 2 * margin, height: box.height };
  await save(page, 'check-settings', { clip });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    return context.newPage();
  }

  async function save(shown: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
    await shown.mouse.move(0, 0);
    await shown.screenshot({ path: join(directory, `${name}.png`), ...options });
    await shown.context().close();
  }
}

function answerCheck({ prompt }: ScriptedRequest): string {
  const lines = prompt.split('\n');
  const numberOf = (words: string): number =>
    Number(/^\[(\d+)\]/.exec(lines.find((line) => line.startsWith('[') && line.includes(words)) ?? '')?.[1]);
  const asked = [...prompt.matchAll(/^(\d+)\. (?:- )?(.+)$/gm)];
  const sentences = asked.flatMap(([, number, sentence = '']) =>
    opinions
      .filter(({ first }) => sentence.startsWith(first))
      .map(({ verdict, reason, passage }) => ({
        number: Number(number),
        verdict,
        passages: passage === null ? [] : [numberOf(passage)],
        wrong: '',
        reason,
      })),
  );
  return JSON.stringify({ sentences });
}
