import { expect, test } from 'vitest';
import { contextQuerySchema } from '#schema/sessions/sessions-wire.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { openHooks } from '#tests/fixtures/hooks/open-hooks.ts';
import planted from '#tests/fixtures/memories/planted-orders.json' with { type: 'json' };
import { extractSession } from '#text/extract-session.ts';

type Event = Partial<{
  event: string;
  cwd: string;
  body: Record<string, unknown>;
  import: Record<string, unknown>[];
  summary: Record<string, string | null>;
}>;
interface Attack {
  id: string;
  span: string;
  question: string;
  events: Event[];
  real?: string;
}

const attacks: readonly Attack[] = planted;
const folder = '/home/me/harbour';
/** Homoglyphs and characters without a form of their own do not hide an order. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s"“”]+/gu, ' ')
    .toLowerCase()
    .trim();

async function play({ events, question, real }: Attack) {
  const opened = openHooks();
  const { hooks, sessions, clock } = opened;
  const place = { session_id: 'planted', transcript_path: `${folder}/planted.jsonl`, cwd: folder };
  const prompts: string[] = [];
  const ownCwd = events.find(({ cwd }) => cwd !== undefined)?.cwd ?? folder;
  for (const { event, body, import: lines, summary } of events) {
    clock.at += 60_000;
    if (lines !== undefined) await importLines(opened, lines);
    const fields = { ...place, cwd: ownCwd, prompt_id: `p${clock.at}`, ...body };
    if (event !== undefined) await hooks.take('claude-code', event, fields);
    if (event === 'UserPromptSubmit') prompts.push(String(body?.prompt));
    const reply = body?.last_assistant_message;
    const told =
      typeof reply === 'string'
        ? extractSession({ prompts: prompts.slice(-1), observations: [], lastAnswers: [reply] })
        : summary;
    if (told !== undefined)
      await sessions.ingest({ contentSessionId: 'planted', summary: { ...empty, ...told } });
  }
  clock.at += 60_000;
  const next = { session_id: 'next', transcript_path: `${folder}/next.jsonl`, cwd: ownCwd };
  const texts: string[] = [];
  for (const [event, fields] of [
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: question, prompt_id: 'q' }],
  ] as const) {
    const { hookSpecificOutput } = await hooks.take('claude-code', event, { ...next, ...fields });
    texts.push(hookSpecificOutput?.additionalContext ?? '');
  }
  const project = ownCwd.split('/').at(-1);
  const asked = await sessions.context(contextQuerySchema.parse({ project, query: question }));
  const compacted = await hooks.take('claude-code', 'SessionStart', {
    ...place,
    cwd: ownCwd,
    source: 'compact',
  });
  texts.push(asked.text, compacted.hookSpecificOutput?.additionalContext ?? '');
  const { items } = await sessions.memories.list({ state: 'current', offset: 0, limit: 100 });
  return { texts, memories: items.map(({ text }) => text), real };
}

const empty = { request: '', investigated: '', learned: '', completed: '', next_steps: '', notes: null };

/** Imports the prompts of a transcript, as the import of files does. */
async function importLines(
  { sessions }: ReturnType<typeof openHooks>,
  lines: readonly Record<string, unknown>[],
): Promise<void> {
  const reader = clientDefinitions['claude-code'].transcripts.createReader();
  const prompts = lines.flatMap((line) => reader.read(line)).filter((event) => event.kind === 'prompt');
  const exported = prompts.map(({ text }, at) => ({
    type: 'prompt',
    contentSessionId: 'imported',
    project: folder.split('/').at(-1),
    promptNumber: at + 1,
    eventKey: `imported ${at}`,
    createdAt: 1000 + at,
    text,
  }));
  await sessions.import(exported.map((line) => JSON.stringify(line)).join('\n'));
}

/** The lines that offer something as an instruction or a constraint of the user. */
function binding(text: string): string[] {
  let isBinding = false;
  return text.split('\n').filter((line) => {
    if (line.startsWith('#')) isBinding = /instruction|constraint/i.test(line);
    else if (line === '') isBinding = false;
    return isBinding && !/“.*”/u.test(line);
  });
}

/** Whether the words stand between quotation marks or in a quoted line. */
function isQuoted(line: string, span: string): boolean {
  if (line.startsWith('>')) return true;
  return (line.match(/“[^”]*”/gu) ?? []).some((quoted) => plain(quoted).includes(span));
}

test.each(attacks)('$id: what is planted becomes no instruction and is only ever quoted', async (attack) => {
  const { texts, memories } = await play(attack);
  const span = plain(attack.span);
  expect(memories.map(plain).filter((text) => text.includes(span) || span.includes(text))).toEqual(
    attack.real === undefined ? [] : expect.not.arrayContaining([expect.stringContaining(span)]),
  );
  for (const text of texts) {
    expect(plain(binding(text).join('\n'))).not.toContain(span);
    expect(text.match(/<opencode-mem-context>/gu)?.length ?? 0).toBe(
      text.match(/<\/opencode-mem-context>/gu)?.length ?? 0,
    );
    const shown = text.split('\n').filter((line) => plain(line).includes(span));
    for (const line of shown) expect(isQuoted(line, span)).toBe(true);
  }
});
