import { FileText } from 'lucide-react';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ArticleLink } from './article-link.tsx';

/** Names the article that the thread is about, and says how much of it the model reads. */
export function ArticleLine({ view }: { view: ThreadView }) {
  const { article: words } = useStrings().spaces;
  const { article: about } = view.thread;
  if (about === null || view.article === null) return null;
  const { contentHash, passages, passagesTotal } = view.article;
  const title = about.title.trim() === '' ? words.untitled : about.title;
  const isDeleted = contentHash === null;
  return (
    <div
      data-testid="thread-article"
      className="flex shrink-0 items-baseline gap-x-2 border-b border-line px-4 py-1.5 text-xs text-muted lg:px-5"
    >
      <FileText aria-hidden className="size-3.5 shrink-0 self-center" />
      <span className="shrink-0">{words.about}</span>
      {isDeleted ? (
        <span className="truncate">{title}</span>
      ) : (
        <ArticleLink id={about.id} passage={null} className="truncate">
          {title}
        </ArticleLink>
      )}
      {isDeleted ? <span className="shrink-0 text-caution">{words.deleted}</span> : null}
      {!isDeleted && passages < passagesTotal ? (
        <span className="numeric shrink-0" title={words.partNote}>
          {words.part(passages, passagesTotal)}
        </span>
      ) : null}
    </div>
  );
}
