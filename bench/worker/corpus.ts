import type { ExportLine } from '#schema/sessions/export-wire.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';

const promptsPerSession = 4;
const observationsPerPrompt = 8;
/** The records of a turn: a prompt, its observations and a summary. */
export const recordsPerTurn = 1 + observationsPerPrompt + 1;
export const recordsPerSession = promptsPerSession * recordsPerTurn;

const tools = ['read', 'bash', 'grep', 'edit', 'webfetch'];
const common = ['the', 'file', 'test', 'error', 'function', 'server', 'token', 'change'];
const vocabulary = [...common, ...Array.from({ length: 30_000 }, (_, n) => `word${n.toString(36)}`)];
const projectCount = 20;
const minuteMs = 60_000;

/**
 * Creates records with the word frequencies of real texts (Zipf's law). The first word is in nearly every record, and
 * the last ones are in hardly any.
 */
export function createCorpus(seed: number) {
  const random = createRandom(seed);
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'the';
  const han = () => String.fromCodePoint(0x4e00 + Math.floor(3000 ** random()));
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const text = (count: number) =>
    random() < 0.1 ? `${Array.from({ length: count }, han).join('')}温度` : words(count);

  function fields() {
    return {
      request: text(20),
      investigated: text(25),
      learned: text(30),
      completed: text(30),
      next_steps: text(15),
      notes: random() < 0.5 ? null : text(10),
    };
  }

  const observation = () => ({
    toolName: tools[Math.floor(random() * tools.length)] ?? 'read',
    toolInput: text(12),
    toolResponse: text(40 + Math.floor(random() * 120)),
    cwd: '/home/me/project',
  });

  /** Makes one complete session. Each session starts 20 minutes after the one before. */
  function session(number: number, firstAt: number): { line: ExportLine; contentHash: string | null }[] {
    // A few projects have most of the sessions.
    const project = `project-${Math.floor(projectCount ** random())}`;
    const contentSessionId = `bench-${number}`;
    const startedAt = firstAt + number * 20 * minuteMs;
    const name = { contentSessionId, project };
    const lines: { line: ExportLine; contentHash: string | null }[] = [
      {
        line: { type: 'session', ...name, status: 'completed', startedAt, completedAt: startedAt + minuteMs },
        contentHash: null,
      },
    ];
    for (let turn = 1; turn <= promptsPerSession; turn += 1) {
      const createdAt = startedAt + turn * minuteMs;
      const place = { ...name, promptNumber: turn, createdAt };
      // Only a few records contain this word.
      const rare = number % 2500 === 7 && turn === 1 ? ' zanzibar' : '';
      lines.push({
        line: { type: 'prompt', ...place, text: text(25) + rare, eventKey: `p${turn}` },
        contentHash: null,
      });
      for (let n = 0; n < observationsPerPrompt; n += 1) {
        const eventKey = `o${turn}-${n}`;
        lines.push({
          line: { type: 'observation', ...place, ...observation(), eventKey },
          contentHash: null,
        });
      }
      lines.push({ line: { type: 'summary', ...place, ...fields() }, contentHash: `h${turn}` });
    }
    return lines;
  }

  return { session, text, fields, observation };
}
