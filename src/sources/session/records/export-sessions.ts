import type { ExportLine } from '#schema/sessions/sessions-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';

const types = ['session', 'prompt', 'observation', 'summary'] as const satisfies ExportLine['type'][];
const pageSize = 100;

/** Everything, or everything of a project, as lines of JSON in pieces. */
export async function* exportSessions(
  { store }: Pick<SessionPorts, 'store'>,
  { project }: { project?: string | undefined },
): AsyncGenerator<string> {
  for (const type of types) {
    for (let after = 0; ; ) {
      const page = await store.exportLines(type, { after, limit: pageSize, project });
      if (page.length > 0) yield page.map(({ line }) => `${JSON.stringify(line)}\n`).join('');
      if (page.length < pageSize) break;
      after = page.at(-1)?.number ?? after;
    }
  }
}
