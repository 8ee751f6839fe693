import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import type { IngestAnswer, QueuedAnswer, RecordedPrompt } from '#schema/sessions/sessions-wire.ts';

interface Told {
  contentSessionId: string;
}

/** Reports OpenCode activity as its plugin does. */
export function tellSession(url: string) {
  async function post<T>(path: string, body: unknown): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  return {
    prompt: (told: Told & { project: string; prompt: string }) =>
      post<RecordedPrompt>('/api/sessions/init', told),
    observe: (told: Told & { tool_name: string; tool_input: unknown; tool_response: unknown }) =>
      post<QueuedAnswer>('/api/sessions/observations', { cwd: '/home/ada/work', ...told }),
    summary: (told: Told & { summary: Partial<SummaryFields> }) =>
      post<IngestAnswer>('/api/sessions/summarize/ingest', {
        ...told,
        summary: {
          investigated: '',
          learned: '',
          completed: '',
          next_steps: '',
          request: '',
          ...told.summary,
        },
      }),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Lines of an export: sessions of many days, each with a prompt, an observation and a summary. */
export function writeOldSessions(count: number, project: string): string {
  const lines: ExportLine[] = [];
  for (let number = 1; number <= count; number += 1) {
    const at = Date.now() - number * dayMs;
    const of = { contentSessionId: `old-${number}`, project };
    lines.push(
      { type: 'session', ...of, status: 'completed', startedAt: at, completedAt: at },
      {
        type: 'prompt',
        ...of,
        text: `Old question ${number}`,
        createdAt: at,
        promptNumber: 1,
        eventKey: 'p',
      },
      {
        type: 'observation',
        ...of,
        promptNumber: 1,
        createdAt: at + 1000,
        toolName: 'bash',
        toolInput: `{"command":"echo ${number}"}`,
        toolResponse: String(number),
        cwd: '',
        eventKey: 'o',
      },
      {
        type: 'summary',
        ...of,
        promptNumber: 1,
        createdAt: at + 2000,
        request: `Old work ${number}`,
        investigated: '',
        learned: `Fact ${number}`,
        completed: '',
        next_steps: '',
        notes: null,
      },
    );
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}
