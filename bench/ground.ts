/**
 * Speaks the grounding scorer's protocol: one JSON object a line in, {"id","lang","source","summary"}, and one
 * a line out, {"id","score","sentences":[{"start","end","score","flags"}]}.
 */
import { createInterface } from 'node:readline';
import { groundSummary } from '#text/ground-summary.ts';

type Request = { id: string; lang: string; source: string; summary: string };

const answers: string[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const { id, lang, source, summary } = JSON.parse(line) as Request;
  const { score, sentences } = groundSummary(source, summary, { language: lang });
  answers.push(
    JSON.stringify({
      id,
      score,
      sentences: sentences.map(({ start, end, score, flags }) => ({ start, end, score, flags })),
    }),
  );
}
process.stdout.write(`${answers.join('\n')}\n`);
