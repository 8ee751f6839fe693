import { ChevronLeft, ExternalLink, Mail, MailOpen, Star, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { IconButton } from '#web/controls/icon-button.tsx';
import { useDeleteEntry, usePatchEntry } from '#web/reader/entry-actions.ts';
import { safeUrl } from '#web/reader/safe-url.ts';
import { ArticleTitle } from '#web/reader/translation/article-title.tsx';
import { headWidth } from '#web/reader/translation/head-width.ts';
import { TranslateButton } from '#web/reader/translation/translate-button.tsx';
import type { TranslateAction } from '#web/reader/translation/use-translate-action.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ArticleHeadProps {
  head: EntryHead;
  entry: Entry | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
  translate: TranslateAction;
  translateRef: RefObject<HTMLButtonElement | null>;
  onBack(): void;
  onDeleted(): void;
  /** Below the facts. */
  children?: ReactNode;
}

export function ArticleHead(props: ArticleHeadProps) {
  const { head, entry, headingRef, translation, translate, onBack, onDeleted, children } = props;
  const { reader, separator } = useStrings();
  const formats = useFormats();
  const { article } = reader;
  const url = safeUrl(head.url);
  const facts = [
    head.feedTitle ?? (url === null ? article.saved : new URL(url).host),
    head.author,
    formats.time(head.publishedAt),
    entry === null ? null : article.minutes(entry.readingMinutes),
  ].filter((fact) => fact !== null && fact !== '');

  return (
    <header className={`mb-7 ${headWidth}`}>
      <Button look="quiet" onClick={onBack} className="-ms-3 mb-2 px-2 lg:hidden">
        <ChevronLeft aria-hidden className="size-5" />
        {reader.back}
      </Button>
      <ArticleTitle title={head.title} headingRef={headingRef} translation={translation} />
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-[0.8125rem] text-muted">
        <p className="min-w-0 wrap-anywhere" title={formats.fullTime(head.publishedAt)}>
          {facts.join(separator)}
        </p>
        <ArticleActions head={head} url={url} onDeleted={onDeleted}>
          {entry === null || entry.html.trim() === '' ? null : (
            <TranslateButton translation={translation} action={translate} buttonRef={props.translateRef} />
          )}
        </ArticleActions>
      </div>
      {children}
    </header>
  );
}

interface ArticleActionsProps {
  head: EntryHead;
  url: string | null;
  onDeleted(): void;
  children: ReactNode;
}

function ArticleActions({ head, url, onDeleted, children }: ArticleActionsProps) {
  const { article } = useStrings().reader;
  const patch = usePatchEntry();
  const starLabel = head.starred ? article.unstar : article.star;
  const readLabel = head.read ? article.markUnread : article.markRead;
  return (
    <div className="-my-1.5 -ms-2 flex flex-wrap items-center">
      {url === null ? null : (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={`${article.openOriginal} (o)`}
          className={`${buttonClass('quiet')} px-2! text-accent!`}
        >
          <ExternalLink aria-hidden className="size-3.5" />
          {article.openOriginal}
        </a>
      )}
      {children}
      <IconButton
        aria-pressed={head.starred}
        label={article.star}
        title={`${starLabel} (s)`}
        onClick={() => patch(head, { starred: !head.starred })}
      >
        <Star aria-hidden className={`size-4 ${head.starred ? 'fill-current text-caution' : ''}`} />
      </IconButton>
      <IconButton
        label={readLabel}
        title={`${readLabel} (m)`}
        onClick={() => patch(head, { read: !head.read })}
      >
        {head.read ? <MailOpen aria-hidden className="size-4" /> : <Mail aria-hidden className="size-4" />}
      </IconButton>
      {head.feedId === null ? <DeleteEntry head={head} onDeleted={onDeleted} /> : null}
    </div>
  );
}

function DeleteEntry({ head, onDeleted }: { head: EntryHead; onDeleted(): void }) {
  const { article } = useStrings().reader;
  const [asking, setAsking] = useState(false);
  const remove = useDeleteEntry();
  return (
    <>
      <IconButton label={article.delete} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      {asking ? (
        <ConfirmDialog
          title={article.deleteSure(head.title)}
          note={article.deleteNote}
          yes={article.deleteYes}
          onConfirm={async () => {
            onDeleted();
            await remove.mutateAsync(head.id);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
