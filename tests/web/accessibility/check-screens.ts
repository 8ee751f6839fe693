import { describe, expect, inject, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { findFaint, findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';
import { screenAnswers } from './screen-answers.ts';

export interface Screen {
  name: string;
  path: string;
  /** The part that is new on this screen. The rest is checked on another screen. By default, all is checked. */
  part?: string;
  answers?: Answers;
  /** Whether to check every theme, which takes time. Only screens that together have nearly all colours do. */
  inEveryTheme?: boolean;
  /** Opens what is checked, and waits for it. */
  ready(): Promise<unknown>;
}

const isFull = inject('isFull');

/** Makes a test for each screen on a desktop and on a phone. */
export function checkScreens(screens: readonly Screen[]): void {
  describe.each([
    { place: 'in light and dark', width: 1280, hasColours: true },
    // The colours are the same on a phone.
    { place: 'on a phone', width: 390, hasColours: isFull },
  ])('axe finds nothing wrong $place with', ({ width, hasColours }) => {
    test.each(screens)('$name', async ({ path, part, answers, inEveryTheme = false, ready }) => {
      const app = await openApp(path, screenAnswers, { width, height: 844 });
      if (answers !== undefined) app.script(answers);
      await ready();
      await untilLoaded();
      expect(await findViolations({ part, except: hasColours ? [] : ['color-contrast'] })).toEqual([]);
      const themes = isFull || inEveryTheme ? ['dark', 'sepia', 'black'] : ['dark'];
      expect(await findFaint(hasColours ? themes : [], { part })).toEqual([]);
    });
  });
}

export async function shown(locator: Locator): Promise<void> {
  await expect.element(locator.first()).toBeVisible();
}

/** Waits until the screen itself is loaded. A list can show what a test waits for before that. */
async function untilLoaded(): Promise<void> {
  await expect.element(page.css('h1').first()).toBeInTheDocument();
  await expect.poll(() => page.getByText('Loading…', { exact: true }).elements()).toEqual([]);
}
