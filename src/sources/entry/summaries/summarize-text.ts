import type { Engine } from '#engine/create-engine.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import { requireText } from './require-text.ts';
import { chooseVariant } from './summarize-entry.ts';

export interface TextSourcePorts {
  engine: Pick<Engine, 'submit'>;
  getSettings(): Promise<Settings>;
  /** SHA-256 in hex. */
  hash(text: string): Promise<string>;
}

/** Summarizes text given directly: pasted, piped or read from a file. Its hash is its identity. */
export async function summarizeText(
  ports: TextSourcePorts,
  request: SummarizeTextRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const title = request.title?.trim() || null;
  requireText(request.text, { title, anyway: request.anyway });
  const { summaryAgent } = await ports.getSettings();
  const contentHash = await ports.hash(request.text);
  return ports.engine.submit({
    runId: request.runId,
    taskType: 'summary',
    source: { kind: 'text', id: contentHash, title },
    agentId: 'summary',
    trigger: 'manual',
    variant: chooseVariant(request, summaryAgent),
    route: request.modelProfileId === undefined ? summaryRoute(summaryAgent) : [request.modelProfileId],
    templateId: summaryAgent.templateId,
    input: {
      sourceText: request.text,
      title,
      contentHash,
      systemPromptOverride: request.systemPromptOverride ?? null,
    },
  });
}
