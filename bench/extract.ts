/**
 * Implements the summary scorer's protocol. Each line in is one JSON object {"id","text","lang","budget"}, and each
 * line out is {"id","sentences"}. The scorer cuts at the budget, so the last sentence may exceed it.
 */
import { createInterface } from 'node:readline';
import { extractSummary } from '#text/extract-summary.ts';

type Request = { id: string; lang: string; text: string; budget: { unit: 'words' | 'chars'; n: number } };

const answers: string[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const { id, lang, text, budget } = JSON.parse(line) as Request;
  const { sentences } = extractSummary(text, { language: lang, budget: { words: budget.n }, overrun: true });
  answers.push(JSON.stringify({ id, sentences: sentences.map((sentence) => sentence.text) }));
}
process.stdout.write(`${answers.join('\n')}\n`);
