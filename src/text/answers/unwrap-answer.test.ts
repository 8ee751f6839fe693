import { expect, test } from 'vitest';
import { unwrapAnswer } from './unwrap-answer.ts';

const plain = 'Saved the recipes: Apple Pie and Cherry Cake.';

test.each([
  ['an announcement', `Here is the summary: ${plain}`],
  ['an announcement on its own line', `Here's a one-sentence summary of the reply:\n\n${plain}`],
  ['an announcement without a colon', `Here is the summary.\n${plain}`],
  ['an eager announcement', `Sure! Here’s the narrative:\n${plain}`],
  ['a label', `Summary: ${plain}`],
  ['a bold label', `**Brief summary:** ${plain}`],
  ['a heading', `## Summary\n\n${plain}`],
  ['a longer label', `Summary of the conversation: ${plain}`],
  ['a fence', `\`\`\`\n${plain}\n\`\`\``],
  ['a fence with a language', `\`\`\`text\n${plain}\n\`\`\`\n`],
  ['another fence', `~~~\n${plain}\n~~~`],
  ['an announcement before a fence', `Here is the summary:\n\n\`\`\`markdown\n${plain}\n\`\`\``],
  ['an announcement in a fence', `\`\`\`\nHere is the summary: ${plain}\n\`\`\``],
  ['German', `Hier ist die Zusammenfassung: ${plain}`],
  ['French', `Voici le résumé : ${plain}`],
  ['Spanish', `Aquí tienes el resumen: ${plain}`],
  ['Chinese', `以下是摘要：${plain}`],
  ['Japanese', `以下が要約です：${plain}`],
])('%s is removed', (_, answer) => {
  expect(unwrapAnswer(answer)).toBe(plain);
});

test.each([
  plain,
  'Here is where the user lives: Kiel.',
  'Summary of saved items: Apple Pie.',
  'The user asked for a summary: two pages, no tables.',
  'Run ```npm test``` first, then ```npm start```.',
  'Here is the summary:',
])('%s stays', (answer) => {
  expect(unwrapAnswer(answer)).toBe(answer);
});
