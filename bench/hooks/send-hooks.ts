import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';

/** The address of the worker, and the folder to which the agent writes its transcripts. */
export interface HookTarget {
  url: string;
  transcripts: string;
  cwd: string;
}

export interface AgentSession {
  prompt(text: string): Promise<void>;
  /** Sends a tool call with an output of about this length. */
  call(outputChars: number): Promise<void>;
  close(): void;
}

const logLine =
  '2026-11-18T03:44:07Z info GET https://api.example.org/v1/items/77431?page=3 200 in 41 ms, cache miss, 3 rows\n';

/** Opens a session of Claude Code, which keeps its connection and waits for each answer. */
export function openSession({ url, transcripts, cwd }: HookTarget): AgentSession {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sessionId = randomUUID();
  const path = join(transcripts, `${sessionId}.jsonl`);
  let promptId = randomUUID();
  const place = () => ({ session_id: sessionId, transcript_path: path, cwd, prompt_id: promptId });

  async function send(event: string, payload: object): Promise<void> {
    const body = JSON.stringify({ ...place(), hook_event_name: event, ...payload });
    const asked = request(`${url}/api/hooks/claude-code/${event}`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${event} was answered with ${answer.statusCode}`);
  }

  return {
    async prompt(text) {
      promptId = randomUUID();
      const line = { type: 'user', promptId, sessionId, cwd, message: { role: 'user', content: text } };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
      await send('UserPromptSubmit', { prompt: text });
    },
    call: (outputChars) =>
      send('PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'npm run -s logs', description: 'Shows the last requests' },
        tool_response: {
          stdout: logLine.repeat(Math.ceil(outputChars / logLine.length)).slice(0, outputChars),
          stderr: '',
          interrupted: false,
          isImage: false,
        },
        tool_use_id: `toolu_${randomUUID()}`,
      }),
    close: () => agent.destroy(),
  };
}
