import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { ShownIssue } from '#schema/runs/issue.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Strings } from '#web/strings/en/en.ts';

/** What an issue concerns, by name: the article, thread, conversation, project, feed or file. */
export function subjectOf(issue: ShownIssue, { runs, issues }: Pick<Strings, 'runs' | 'issues'>): string {
  const { details, kind } = issue;
  const source = sourceOf(issue);
  if (source !== null) return source.title ?? runs.sourceKind[source.kind];
  const named = [details.title, details.url, details.file].find((name) => typeof name === 'string');
  return named ?? issues.kind[kind];
}

/** Of its run; where the run is no longer stored, the conversation that the issue itself names. */
export function sourceOf({ about, details }: ShownIssue): SourceRef | null {
  if (about !== null) return about.source;
  const id = conversationIdSchema.safeParse(details.conversationId).data;
  return id === undefined ? null : { kind: 'conversation', id, title: id };
}
