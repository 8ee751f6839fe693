import { CheckCheck, Download, MailOpen, Sparkles, Star, Tag, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { type ListMarking, type ListSelection, useSelectionActions } from './use-selection.ts';

/** All buttons fit beside the count in a narrow list, and are large enough for a finger. */
const shape = 'w-8 px-0! pointer-coarse:size-11';

interface SelectionBarProps {
  selection: ListSelection;
  marking: ListMarking;
}

/** Offers the actions on the selected entries. */
export function SelectionBar({ selection: { heads, clear }, marking }: SelectionBarProps) {
  const { reader, tags } = useStrings();
  const { selection: words } = reader.list;
  const [isTagging, setTagging] = useState(false);
  const { summarize, exportAll } = useSelectionActions(marking.tell);
  const ids = heads.map(({ id }) => id);
  const isRead = heads.every(({ read }) => read);
  const isStarred = heads.every(({ starred }) => starred);
  const error = summarize.error ?? exportAll.error;
  const icon = 'size-4';
  return (
    <div role="toolbar" aria-label={words.heading} className="border-t border-line bg-surface px-2 py-1">
      <div className="flex items-center gap-0.5">
        <output className="numeric min-w-0 flex-1 truncate ps-2 text-[0.8125rem] font-medium">
          {words.count(heads.length)}
        </output>
        <IconButton
          className={shape}
          label={words.summarize}
          disabled={summarize.isPending}
          onClick={() => summarize.mutate(heads)}
        >
          <Sparkles aria-hidden className={icon} />
        </IconButton>
        <IconButton className={shape} label={words.tag} onClick={() => setTagging(true)}>
          <Tag aria-hidden className={icon} />
        </IconButton>
        <IconButton
          className={shape}
          label={isStarred ? words.unstar : words.star}
          onClick={() => marking.mark(ids, { starred: !isStarred })}
        >
          <Star aria-hidden className={`${icon} ${isStarred ? 'fill-current text-caution' : ''}`} />
        </IconButton>
        <IconButton
          className={shape}
          label={isRead ? words.unread : words.read}
          onClick={() => marking.mark(ids, { read: !isRead })}
        >
          {isRead ? <MailOpen aria-hidden className={icon} /> : <CheckCheck aria-hidden className={icon} />}
        </IconButton>
        <IconButton
          className={shape}
          label={words.export}
          disabled={exportAll.isPending}
          onClick={() => exportAll.mutate(heads)}
        >
          <Download aria-hidden className={icon} />
        </IconButton>
        <IconButton className={shape} label={words.clear} onClick={clear}>
          <X aria-hidden className={icon} />
        </IconButton>
      </div>
      <ErrorNotice error={error} />
      {isTagging ? (
        <TaggingDialog
          selection={{ entryIds: ids }}
          of={tags.batch.selected.entries(ids.length)}
          onClose={() => setTagging(false)}
        />
      ) : null}
    </div>
  );
}
