import { ExternalLink, Mail, MailOpen, Star, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { BackButton, IconButton } from '#web/controls/icon-button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { useDeleteEntry, usePatchEntry } from '#web/reader/entry-actions.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import { safeUrl } from '#web/reader/safe-url.ts';
import { headWidth } from '#web/reader/translation/head-width.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ArticleOutline } from './article-outline.tsx';
import { TextMenu } from './text-menu.tsx';

interface ArticleBarProps {
  head: EntryHead;
  entry: Entry | null;
  paneRef: RefObject<HTMLElement | null>;
  onBack(): void;
  onDeleted(): void;
  /** After the star. */
  children: ReactNode;
}

/** What can be done with the article. It stays in sight while the text scrolls beneath. */
export function ArticleBar({ head, entry, paneRef, onBack, onDeleted, children }: ArticleBarProps) {
  const { article, back } = useStrings().reader;
  const patch = usePatchEntry();
  const url = safeUrl(head.url);
  const starLabel = head.starred ? article.unstar : article.star;
  const readLabel = head.read ? article.markUnread : article.markRead;
  return (
    <div className="sticky top-0 z-10 -mx-5 bg-surface/94 px-5 py-1.5 max-sm:px-3 text-[0.8125rem] text-muted backdrop-blur-sm lg:-mx-8 lg:px-8">
      <div role="toolbar" aria-label={article.heading} className={`flex flex-wrap items-center ${headWidth}`}>
        <BackButton onClick={onBack} label={back} className="lg:hidden" />
        <IconButton
          aria-pressed={head.starred}
          label={article.star}
          {...keyHint(starLabel, keyOf('star'))}
          onClick={() => patch(head, { starred: !head.starred })}
          className="px-2 lg:-ms-2"
        >
          <Star aria-hidden className={`size-4 ${head.starred ? 'fill-current text-caution' : ''}`} />
        </IconButton>
        <IconButton
          label={readLabel}
          {...keyHint(readLabel, keyOf('read'))}
          onClick={() => patch(head, { read: !head.read })}
        >
          {head.read ? <MailOpen aria-hidden className="size-4" /> : <Mail aria-hidden className="size-4" />}
        </IconButton>
        {children}
        <span className="ms-auto flex items-center">
          {entry === null ? null : <ArticleOutline html={entry.html} paneRef={paneRef} />}
          <TextMenu />
          {url === null ? null : (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={article.openOriginal}
              {...keyHint(article.openOriginal, keyOf('original'))}
              className={`${buttonClass('quiet')} px-2!`}
            >
              <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
          {head.feedId === null ? <DeleteEntry head={head} onDeleted={onDeleted} /> : null}
        </span>
      </div>
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
