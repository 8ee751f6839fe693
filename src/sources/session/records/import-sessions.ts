import { AppError } from '#schema/app-error.ts';
import { inSentences, readFaults } from '#schema/faults/say-faults.ts';
import { type ExportLine, type ImportReport, importLineSchema } from '#schema/sessions/export-wire.ts';
import type { MemoryLine } from '#schema/sessions/memory.ts';
import { parseBoundedJson } from '#schema/text/bounded-json.ts';
import type { ImportedMemory } from '#sources/session/memories/ports.ts';
import { hashMemory, recognizeMemories } from '#sources/session/memories/recognize.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { cleanProject } from '#sources/session/project-scope.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { findAnchors } from '#text/memories/find-memories.ts';
import { proposalIn } from '#text/memories/find-proposal.ts';
import { cleanText } from './clean-text.ts';
import { cleanFields, hashFields } from './record-events.ts';
import { announceAlone, requireKey } from './take-event.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'events' | 'log' | 'hash' | 'clock'> & {
  recording: Exclusions;
};

const batchSize = 200;
/** More messages would only repeat the problem. */
const maxRefused = 100;

/**
 * Imports lines of an export. Existing records are unchanged, and an unreadable line does not stop the import. A file
 * is untrusted, so its statements apply only after a person has confirmed them.
 */
export async function importSessions(ports: Ports, jsonl: string): Promise<ImportReport> {
  const report: ImportReport = { added: 0, known: 0, refused: [] };
  const memories: ImportedMemory[] = [];
  let batch: Parameters<Ports['store']['importLines']>[0] = [];
  const count = async ({ added, known }: { added: number; known: number }) => {
    report.added += added;
    report.known += known;
    if (added > 0) await announceAlone(ports, { type: 'sessions_imported' });
  };
  const flush = async () => {
    const imported = await ports.store.importLines(batch);
    await recognizeMemories(ports, batch.flatMap(promptOf), 'file');
    await count(imported);
    batch = [];
  };
  for (const [index, text] of jsonl.split('\n').entries()) {
    if (text.trim() === '') continue;
    const read = await readRecorded(ports, text);
    if ('memory' in read) memories.push(read.memory);
    else if ('line' in read) batch.push(read);
    else if (report.refused.length < maxRefused)
      report.refused.push({ line: index + 1, reason: read.reason });
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  // Memories are imported after the records that they come from.
  if (memories.length > 0) await count(await ports.memories.importMemories(memories));
  return report;
}

type ReadLine =
  | { line: ExportLine; contentHash: string | null }
  | { memory: ImportedMemory }
  | { reason: string };

async function readRecorded(ports: Ports, text: string): Promise<ReadLine> {
  const read = readLine(ports, text);
  if ('reason' in read) return read;
  const project = 'memory' in read ? read.memory.project : read.line.project;
  const isExcluded = project !== null && (await ports.recording.refusesProject(project));
  return isExcluded ? { reason: 'its project is excluded' } : read;
}

function readLine(ports: Ports, text: string): ReadLine {
  try {
    const parsed = importLineSchema.safeParse(parseBoundedJson(text), inSentences);
    if (!parsed.success) {
      const [fault] = readFaults(parsed.error, 'line');
      return { reason: `${fault?.field}: ${fault?.reason}` };
    }
    if (parsed.data.type === 'memory') return { memory: readMemory(ports, parsed.data) };
    const line = notLater(cleanLine(parsed.data), ports.clock.now());
    requireKey(line.contentSessionId);
    return { line, contentHash: line.type === 'summary' ? hashFields(ports, cleanFields(line)) : null };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

function readMemory(ports: Ports, line: MemoryLine): ImportedMemory {
  const { type: _, supersededBy, ...told } = line;
  const text = cleanText(line.text).text.trim();
  if (text === '') throw new AppError('invalid_input', 'A memory needs text that is not private.');
  if (line.source !== null) requireKey(line.source.contentSessionId);
  return {
    ...told,
    text,
    project: line.project === null ? null : cleanProject(line.project),
    textHash: hashMemory(ports, text),
    anchors: findAnchors(text),
    asks: proposalIn(text, line.kind) ?? 'import',
    supersededByHash: supersededBy === null ? null : hashMemory(ports, cleanText(supersededBy).text.trim()),
  };
}

function promptOf({ line }: { line: ExportLine }) {
  if (line.type !== 'prompt' || line.text === null || line.isRecognized === true) return [];
  const { contentSessionId, eventKey, text, createdAt } = line;
  return [{ contentSessionId, eventKey, text, at: createdAt }];
}

/** Moves times in the future to now. */
export function notLater(line: ExportLine, now: number): ExportLine {
  if (line.type === 'session') {
    const completedAt = line.completedAt === null ? null : Math.min(line.completedAt, now);
    return { ...line, startedAt: Math.min(line.startedAt, now), completedAt };
  }
  return { ...line, createdAt: Math.min(line.createdAt, now) };
}

/** Removes private text and keys. */
export function cleanLine(line: ExportLine): ExportLine {
  const project = cleanProject(line.project);
  if (line.type === 'summary') return { ...line, project, ...cleanFields(line) };
  if (line.type === 'prompt') {
    const { text, isEntirelyPrivate } = cleanText(line.text ?? '');
    return { ...line, project, text: line.text === null || isEntirelyPrivate ? null : text };
  }
  if (line.type === 'session') return { ...line, project };
  return {
    ...line,
    project,
    toolName: cleanText(line.toolName).text,
    toolInput: cleanText(line.toolInput).text,
    toolResponse: cleanText(line.toolResponse).text,
    cwd: cleanText(line.cwd).text,
  };
}
