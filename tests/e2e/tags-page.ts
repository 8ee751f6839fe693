import type { Page } from 'playwright';

/** Page object for tags: under the title, in the sidebar and in batches. */
export function tagsPage(page: Page) {
  const article = page.getByRole('region', { name: 'Article' });
  const tags = article.getByRole('group', { name: 'Tags' });
  const suggestions = tags.getByRole('list', { name: 'Suggested tags' });
  const dialog = page.getByRole('dialog');
  return {
    /** The part below the title. */
    tags,
    word: (name: string) => tags.getByRole('link', { name, exact: true }),
    words: tags.getByRole('link'),
    suggestButton: tags.getByRole('button', { name: 'Suggest', exact: true }),
    abortButton: tags.getByRole('button', { name: 'Abort' }),
    suggestions: suggestions.getByRole('button', { name: /^Accept suggested tag/ }),
    accept: (name: string) => suggestions.getByRole('button', { name: `Accept suggested tag ${name}` }),
    passage: page.getByTestId('tag-passage'),
    sidebar: page.getByRole('region', { name: 'Tags' }),
    indicator: page.getByTestId('batch-indicator').filter({ visible: true }),
    dialog,
    progress: dialog.getByTestId('batch-progress'),
    status: dialog.getByTestId('batch-status'),
    facts: dialog.getByTestId('batch-facts'),
    /** Opens the field for tags with its key, and enters tags. */
    async add(...names: string[]): Promise<void> {
      await page.keyboard.press('l');
      for (const name of names) {
        await tags.getByRole('combobox', { name: 'Tag' }).fill(name);
        await page.keyboard.press('Enter');
        await tags
          .getByRole('button', { name: /^Remove tag/ })
          .filter({ visible: true })
          .last()
          .waitFor();
      }
      await page.keyboard.press('Escape');
    },
  };
}

/** The names of suggested or added tags. */
export async function namesOf(locator: ReturnType<typeof tagsPage>['words']): Promise<string[]> {
  return (await locator.allInnerTexts()).map((text) => text.replace(/^#/, '').trim());
}
