/**
 * Speaks the grounding scorer's protocol: one JSON object a line in, {"id","lang","source","summary","summaryLang"?}, and one
 * a line out, {"id","score","sentences":[{"start","end","score","flags"}]}. A source that comes several times in a
 * row is prepared once, as the engine does.
 */
import { createInterface } from 'node:readline';
import { createGrounder } from '#text/ground-summary.ts';

type Request = { id: string; lang: string; source: string; summary: string; summaryLang?: string };

const answers: string[] = [];
let prepared: { source: string; ground: ReturnType<typeof createGrounder> } | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const { id, lang, source, summary, summaryLang } = JSON.parse(line) as Request;
  if (prepared?.source !== source) prepared = { source, ground: createGrounder(source, { language: lang }) };
  const { score, sentences } = prepared.ground(summary, { language: summaryLang });
  answers.push(
    JSON.stringify({
      id,
      score,
      sentences: sentences.map(({ start, end, score, state, flags, support }) => ({
        start,
        end,
        score,
        state,
        flags,
        linked: support.length,
      })),
    }),
  );
}
process.stdout.write(`${answers.join('\n')}\n`);
