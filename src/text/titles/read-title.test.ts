import { expect, test } from 'vitest';
import { readTitle } from './read-title.ts';

const instructions =
  'You name conversations. Answer with the title alone: three to seven words, in the language of the conversation.\n\n<sourceText>.</sourceText>\n\nThe title of this conversation:';

test.each([
  ['Closing the Harbour Bridge', 'Closing the Harbour Bridge'],
  ['"Closing the Harbour Bridge."', 'Closing the Harbour Bridge'],
  ['  **Title:** Closing the Harbour Bridge\n\n', 'Closing the Harbour Bridge'],
  ['# Closing the Harbour Bridge', 'Closing the Harbour Bridge'],
  ['标题：港口大桥的关闭', '港口大桥的关闭'],
  ['「港口大桥的关闭」', '港口大桥的关闭'],
  ['C++ versus C#', 'C++ versus C#'],
  ['A title', 'A title'],
  ['a'.repeat(60), 'a'.repeat(60)],
])('the title in %j is %j', (answer, title) => {
  expect(readTitle(answer, instructions)).toBe(title);
});

test.each([
  ['nothing', ''],
  ['only signs', '***'],
  ['several lines', 'Here is a title:\n\nClosing the Harbour Bridge'],
  ['a list', '- Closing the Harbour Bridge'],
  ['a numbered list', '1. Closing the Harbour Bridge'],
  ['an announcement', 'Here is a title for this conversation:'],
  ['Markdown inside', 'Closing the **Harbour** Bridge'],
  ['code', 'Closing the `Harbour` Bridge'],
  ['a link', 'Closing the [Harbour Bridge](https://example.com)'],
  ['a tag', '<sourceText>Closing</sourceText>'],
  ['61 characters', 'a'.repeat(61)],
  ['the prompt', 'The title of this conversation'],
  ['a part of the instructions', 'in the language of the conversation'],
])('%s is no title', (_, answer) => {
  expect(readTitle(answer, instructions)).toBeNull();
});
