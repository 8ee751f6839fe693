import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importTranscripts } from '#app/import/import-transcripts.ts';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { TranscriptClient } from '#schema/sessions/hook-client.ts';
import type { Store } from '#store/store.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';

export const sessionId = '11111111-1111-4111-8111-111111111111';
const firstAt = Date.UTC(2026, 2, 1, 10);

/** A home folder with the files of clients. */
export interface Machine {
  home: string;
  /** The path of the session's transcript in Claude Code. */
  claude: string;
  write(path: string, lines: object[]): void;
  append(path: string, lines: object[]): void;
  import(store: Store, ...clients: TranscriptClient[]): ReturnType<typeof importTranscripts>;
  close(): void;
}

export function openMachine(): Machine {
  const home = mkdtempSync(join(scratchFolder(), 'precis-import-'));
  return {
    home,
    claude: join(home, '.claude', 'projects', '-work-harbour', `${sessionId}.jsonl`),
    write(path, lines) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, toLines(lines));
    },
    append: (path, lines) => appendFileSync(path, toLines(lines)),
    import: (store, ...clients) =>
      importTranscripts({
        store: store.sessions,
        listPlaces: store.sessions.listPlaces,
        env: { HOME: home },
        clients,
        now: firstAt + 86_400_000,
      }),
    close: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export function toLines(lines: object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Makes the lines of a Claude Code turn: a prompt, a tool call with its result, and an answer. */
export function claudeTurn(
  number: number,
  { prompt = `Question ${number} about the ferry`, output = `Output ${number}` } = {},
): object[] {
  const place = (second: number) => ({
    sessionId,
    cwd: '/home/ada/harbour',
    timestamp: new Date(timeOfTurn(number) + second * 1000).toISOString(),
  });
  const promptId = `p${number}`;
  const use = { type: 'tool_use', id: `toolu_${number}`, name: 'Bash', input: { command: `ls ${number}` } };
  const result = { type: 'tool_result', tool_use_id: `toolu_${number}`, content: output };
  const text = `I fixed part ${number} of the timetable.`;
  return [
    { type: 'user', ...place(0), promptId, uuid: promptId, message: { role: 'user', content: prompt } },
    { type: 'assistant', ...place(1), message: { id: `c${number}`, role: 'assistant', content: [use] } },
    { type: 'user', ...place(2), promptId, message: { role: 'user', content: [result] } },
    {
      type: 'assistant',
      ...place(3),
      message: { id: `a${number}`, role: 'assistant', content: [{ type: 'text', text }] },
    },
  ];
}

export function timeOfTurn(number: number): number {
  return firstAt + number * 60_000;
}

/** Lists the stored lines, oldest first. */
export async function listLines(store: Store, type: ExportLine['type']) {
  return (await store.sessions.exportLines(type, { after: 0, limit: 500 })).map(({ line }) => line);
}

export async function countLines(store: Store): Promise<Record<string, number>> {
  const { sessions, prompts, observations, summaries } = await store.sessions.countSessions();
  return { sessions, prompts, observations, summaries };
}
