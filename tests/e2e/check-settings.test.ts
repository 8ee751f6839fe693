import { expect, test } from 'vitest';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { settingsPage } from './settings-page.ts';
import { soon } from './soon.ts';
import { useCheckBench } from './use-check-bench.ts';

const { client, model, url, openEntry } = useCheckBench();

test('the settings of the check take effect immediately, and offer only models that can check', async () => {
  await client().models.put(scriptedProfile('checker', model().baseUrl('openai')));
  const { page, complaints } = await openEntry();
  const screen = settingsPage(page, url());
  await screen.open('summaries');
  const group = screen.main.getByRole('region', { name: 'Check with a model' });
  await group.getByText('ollama pull bespoke-minicheck').waitFor();
  const offered = async () =>
    (await screen.field('Checking model').locator('option').allInnerTexts()).toSorted();
  await expect.poll(offered, soon).toEqual(['Same as summaries (Scripted)', 'Scripted', 'checker']);

  await screen.field('Sentences to check automatically').selectOption('undecided');
  await group.getByText('Saved.').waitFor();
  await screen.field('Checking model').selectOption('checker');
  await screen.field('How it answers').selectOption('yes-no');
  // It is not checked at once: the screen shows what is being saved a moment later.
  await group.getByRole('checkbox', { name: 'Correct contradicted sentences automatically' }).click();
  await screen.field('Correcting model').selectOption('checker');
  await expect
    .poll(async () => (await client().settings.get()).check, soon)
    .toEqual({
      mode: 'undecided',
      modelProfileId: 'checker',
      answers: 'yes-no',
      repair: true,
      repairModelProfileId: 'checker',
    });

  await screen.open('models');
  const card = screen.card('checker');
  await card.getByText('Checks sentences').waitFor();
  await card.getByText('Corrects sentences').waitFor();
  await screen.button('Remove checker').click();
  await screen.dialog.getByText('In use: Checks sentences').waitFor();
  expect(complaints).toEqual([]);
});
