import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { feedIdSchema } from '#schema/feed.ts';
import type { Issue, ShownIssue } from '#schema/runs/issue.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import { buttonClass } from '#web/controls/button.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SourceLinkProps {
  source: SourceRef;
  className?: string;
  /** Link content. If omitted, the link is a button that says what it opens. */
  children?: ReactNode;
}

export function SourceLink({ source, className = buttonClass('plain'), children }: SourceLinkProps) {
  const { issues } = useStrings();
  if (source.kind === 'thread') {
    return (
      <Link to="/spaces/thread/$threadId" params={{ threadId: source.id }} className={className}>
        {children ?? issues.openThread}
      </Link>
    );
  }
  if (source.kind === 'conversation') {
    return (
      <Link to="/conversations/$conversationId" params={{ conversationId: source.id }} className={className}>
        {children ?? issues.openConversation}
      </Link>
    );
  }
  if (source.kind === 'session') {
    return (
      <Link to="/sessions/$sessionId" params={{ sessionId: source.id }} className={className}>
        {children ?? issues.openSession}
      </Link>
    );
  }
  const entryId = entryIdSchema.safeParse(Number(source.id)).data;
  if (source.kind !== 'entry' || entryId === undefined) return null;
  return (
    <Link
      to="/reader/$view/{-$entryId}"
      params={{ view: 'all', entryId: String(entryId) }}
      className={className}
    >
      {children ?? issues.openEntry}
    </Link>
  );
}

export function FeedLink({ issue }: { issue: Issue }) {
  const { issues } = useStrings();
  const feed = feedIdSchema.safeParse(issue.details.feedId).data;
  if (feed === undefined) return null;
  return (
    <Link
      to="/reader/$view/{-$entryId}"
      params={{ view: 'all' }}
      search={{ feed }}
      className={buttonClass('plain')}
    >
      {issues.openFeed}
    </Link>
  );
}

/** What an issue concerns, by name: the article, thread, conversation, project, feed or file. */
export function subjectOf(issue: ShownIssue, { runs, issues }: Pick<Strings, 'runs' | 'issues'>): string {
  const { details, kind } = issue;
  const source = sourceOf(issue);
  if (source !== null) return source.title ?? runs.sourceKind[source.kind];
  const named = [details.title, details.url, details.file].find((name) => typeof name === 'string');
  return named ?? issues.kind[kind];
}

/** The source of the issue's run. If the run is no longer stored, the conversation named by the issue itself. */
export function sourceOf({ about, details }: ShownIssue): SourceRef | null {
  if (about !== null) return about.source;
  const id = conversationIdSchema.safeParse(details.conversationId).data;
  return id === undefined ? null : { kind: 'conversation', id, title: id };
}
