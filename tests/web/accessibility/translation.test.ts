import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { checkScreens, type Screen, shown } from './check-screens.ts';

const { translatedId } = inject('world');

/** Opens an article in two languages, and then what the screen adds. */
function bilingual(name: string, { ready, ...screen }: Partial<Screen> = {}): Screen {
  return {
    name,
    path: `/reader/all/${translatedId}`,
    ...screen,
    async ready() {
      // Before the app knows the translation, a click would hide what is about to be shown.
      const button = page
        .getByRole('button', { name: 'Translate', exact: true })
        .and(page.getByTitle(/^(Show|Hide) the translation/));
      await shown(button);
      if (button.element().getAttribute('aria-pressed') === 'false') await button.click();
      await shown(page.css('.pair[data-state=done]'));
      await ready?.();
    },
  };
}

checkScreens([
  bilingual('an article in two languages'),
  bilingual('a mark at a translated paragraph', {
    part: '[role=dialog]',
    async ready() {
      await page.css('.translation-note').first().click();
      await shown(page.getByRole('dialog', { name: 'About this paragraph' }));
    },
  }),
  bilingual('the languages to translate into', {
    part: '[role=menu]',
    async ready() {
      await page.getByRole('button', { name: 'Translate into' }).click();
      await shown(page.getByRole('menuitemradio'));
    },
  }),
  bilingual('the menu of a translation', {
    part: '[role=menu]',
    async ready() {
      await page.getByRole('button', { name: 'More for this translation' }).click();
      await shown(page.getByRole('menuitem'));
    },
  }),
]);
