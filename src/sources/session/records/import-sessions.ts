import { type ExportLine, exportLineSchema, type ImportReport } from '#schema/sessions/sessions-wire.ts';
import { parseBoundedJson } from '#schema/text/bounded-json.ts';
import { cleanFields, hashFields } from '#sources/session/ingest-summary.ts';
import { announce } from '#sources/session/announce.ts';
import { recognizeMemories } from '#sources/session/memories/recognize.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { cleanText } from './clean-text.ts';
import { requireKey } from './session-key.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'events' | 'log' | 'hash'> & { recording: Exclusions };

const batchSize = 200;
/** More messages would only repeat the problem. */
const maxRefused = 100;

/** Imports lines of an export. Existing records are unchanged; an unreadable line does not stop the import. */
export async function importSessions(ports: Ports, jsonl: string): Promise<ImportReport> {
  const report: ImportReport = { added: 0, known: 0, refused: [] };
  let batch: Parameters<Ports['store']['importLines']>[0] = [];
  const flush = async () => {
    const { added, known } = await ports.store.importLines(batch);
    report.added += added;
    report.known += known;
    await recognizeMemories(ports, batch.flatMap(promptOf));
    if (added > 0) await announce(ports, { type: 'sessions_imported' });
    batch = [];
  };
  for (const [index, text] of jsonl.split('\n').entries()) {
    if (text.trim() === '') continue;
    const read = await readRecorded(ports, text);
    if ('line' in read) batch.push(read);
    else if (report.refused.length < maxRefused)
      report.refused.push({ line: index + 1, reason: read.reason });
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return report;
}

async function readRecorded(ports: Ports, text: string): Promise<ReturnType<typeof readLine>> {
  const read = readLine(ports, text);
  const isExcluded = 'line' in read && (await ports.recording.refusesProject(read.line.project));
  return isExcluded ? { reason: 'its project is excluded' } : read;
}

function readLine(
  ports: Ports,
  text: string,
): { line: ExportLine; contentHash: string | null } | { reason: string } {
  try {
    const parsed = exportLineSchema.safeParse(parseBoundedJson(text));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}` };
    }
    const line = cleanLine(parsed.data);
    requireKey(line.contentSessionId);
    return { line, contentHash: line.type === 'summary' ? hashFields(ports, cleanFields(line)) : null };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

function promptOf({ line }: { line: ExportLine }) {
  if (line.type !== 'prompt' || line.text === null) return [];
  const { contentSessionId, eventKey, text, createdAt } = line;
  return [{ contentSessionId, eventKey, text, at: createdAt }];
}

/** Without private text and keys. */
export function cleanLine(line: ExportLine): ExportLine {
  const project = cleanText(line.project).text;
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
