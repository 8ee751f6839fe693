import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';

const types = ['session', 'prompt', 'observation', 'summary'] as const satisfies ExportLine['type'][];

const pageSize = 100;

/** Exports everything, or one project, as lines of JSON in pieces. Memories follow the records they come from. */
export async function* exportSessions(
  { store, memories }: Pick<SessionPorts, 'store' | 'memories'>,
  { project }: { project?: string | undefined },
): AsyncGenerator<string> {
  for (const type of types) {
    for (let after = 0; ; ) {
      const page = await store.exportLines(type, { after, limit: pageSize, project });
      if (page.length > 0) yield page.map(({ line }) => toText(withMark(line))).join('');
      if (page.length < pageSize) break;
      after = page.at(-1)?.number ?? after;
    }
  }
  for (let after = 0; ; ) {
    const page = await memories.exportMemories({ after, limit: pageSize, project });
    if (page.length > 0) yield page.map(({ line }) => toText(line)).join('');
    if (page.length < pageSize) return;
    after = page.at(-1)?.number ?? after;
  }
}

function withMark(line: ExportLine): ExportLine {
  return line.type === 'prompt' ? { ...line, isRecognized: true } : line;
}

function toText(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
