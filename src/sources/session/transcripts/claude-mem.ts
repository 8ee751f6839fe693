import { parseJson } from '#schema/parse-json.ts';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import { cleanLine } from '#sources/session/records/import-sessions.ts';
import { cleanFields, hashFields } from '#sources/session/records/record-events.ts';
import { idOf, listOf, textOf } from './raw-event.ts';

export const claudeMemTables = ['user_prompts', 'observations', 'session_summaries'] as const;
export type ClaudeMemTable = (typeof claudeMemTables)[number];

/** A row with Claude Code's id of the session, the project, and the time in milliseconds. */
export interface ClaudeMemRow extends Record<string, unknown> {
  id: number;
  session: string;
  project: string;
  at: number;
}

interface Ports {
  /** SHA-256 in hex. */
  hash(text: string): string;
}

const maxCharacters = 16_000;
const maxPromptNumber = 1_000_000;

/** The parts of a row that may be stored: a completed session, and a record in it. */
export function readClaudeMemRow(
  ports: Ports,
  { table, row }: { table: ClaudeMemTable; row: ClaudeMemRow },
): { line: ExportLine; contentHash: string | null }[] {
  const contentSessionId = idOf(row.session);
  const at = Math.trunc(row.at);
  if (contentSessionId === '' || !(at >= 0)) return [];
  const named = { contentSessionId, project: row.project.slice(0, 400) };
  const record = toRecord(ports, { table, row, named, at });
  if (record === null) return [];
  const session: ExportLine = {
    type: 'session',
    ...named,
    status: 'completed',
    startedAt: at,
    completedAt: at,
  };
  return [session, record].map((given) => {
    const line = cleanLine(given);
    return { line, contentHash: line.type === 'summary' ? hashFields(ports, cleanFields(line)) : null };
  });
}

interface Place {
  table: ClaudeMemTable;
  row: ClaudeMemRow;
  named: { contentSessionId: string; project: string };
  at: number;
}

function toRecord({ hash }: Ports, { table, row, named, at }: Place): ExportLine | null {
  const given = Number(row.prompt_number);
  const promptNumber = Number.isInteger(given) && given > 0 && given < maxPromptNumber ? given : 0;
  const happening = { ...named, promptNumber, createdAt: at };
  const eventKey = hash(`claude-mem:${table}:${row.id}`);
  if (table === 'user_prompts') {
    if (promptNumber === 0) return null;
    return { type: 'prompt', ...happening, eventKey, text: cut(textOf(row.prompt_text)) };
  }
  if (table === 'session_summaries') return { type: 'summary', ...happening, ...summaryOf(row) };
  const said = [textOf(row.narrative) || textOf(row.text), ...listIn(row.facts)].filter(
    (text) => text !== '',
  );
  const title = [textOf(row.title), textOf(row.subtitle)].filter((text) => text !== '').join('\n');
  if (title === '' && said.length === 0) return null;
  return {
    type: 'observation',
    ...happening,
    eventKey,
    toolName: cut(textOf(row.type)) || 'observation',
    toolInput: cut(title),
    toolResponse: cut(said.join('\n')),
    cwd: '',
  };
}

function summaryOf(row: ClaudeMemRow) {
  const field = (name: string) => cut(textOf(row[name]));
  const notes = field('notes');
  return {
    request: field('request'),
    investigated: field('investigated'),
    learned: field('learned'),
    completed: field('completed'),
    next_steps: field('next_steps'),
    notes: notes === '' ? null : notes,
  };
}

/** Reads a JSON list of texts. */
function listIn(value: unknown): string[] {
  return listOf(parseJson(textOf(value))).map(textOf);
}

/** Cutting a private part removes its closing tag, and a part without one is hidden. */
function cut(text: string): string {
  return text.slice(0, maxCharacters).toWellFormed();
}
