import type { Message, ThreadId } from '#schema/spaces/space.ts';
import type { ThreadExport } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts } from './ports.ts';
import { readMessages, requireThreadInSpace } from './require-thread.ts';

export async function exportThread(ports: Pick<SpacesPorts, 'store'>, id: ThreadId): Promise<ThreadExport> {
  const found = await requireThreadInSpace(ports, id);
  const { revision: _revision, segments: _segments, ...thread } = found.thread;
  const { name, instructions } = found.space;
  const messages = await readMessages(ports.store, { threadId: id, afterSeq: 0, throughSeq: thread.lastSeq });
  return { format: 'precis-thread', version: 1, space: { name, instructions }, thread, messages };
}

/** Exports the thread for people: the summary, then every message as it was written. */
export function toMarkdown({ space, thread, messages }: ThreadExport): string {
  const parts = [
    `# ${oneLine(thread.title ?? 'Untitled thread')}`,
    `Space: ${oneLine(space.name)} · ${messages.length} messages · ${new Date(thread.createdAt).toISOString()}`,
  ];
  if (thread.article !== null) parts.push(`Article: ${oneLine(thread.article.title)}`);
  if (thread.summary !== null) parts.push('## Summary so far', thread.summary);
  parts.push('## Messages', ...messages.map(toSection));
  return `${parts.join('\n\n')}\n`;
}

function toSection(message: Message): string {
  const who = message.role === 'user' ? 'You' : `Agent${message.model === null ? '' : ` (${message.model})`}`;
  const end = message.stoppedBy === undefined ? '' : '\n\n*stopped*';
  return `### ${who}, ${new Date(message.createdAt).toISOString()}\n\n${message.text}${end}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
