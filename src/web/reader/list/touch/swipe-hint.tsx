import { Mail, MailOpen, Sparkles, Star } from 'lucide-react';
import type { EntryHead } from '#schema/entry.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import './swipe.css';
import type { Swipe, SwipeAction } from './swipe-action.ts';

const colours: Record<SwipeAction, string> = {
  read: 'bg-accent text-accent-ink',
  star: 'bg-caution-wash text-caution',
  summarize: 'bg-accent text-accent-ink',
};

/** What a swipe does, where the row was. */
export function SwipeHint({ head, action, isShort }: Swipe & { head: EntryHead }) {
  const { selection: words } = useStrings().reader.list;
  const shown = {
    read: head.read ? { icon: Mail, word: words.unread } : { icon: MailOpen, word: words.read },
    star: { icon: Star, word: head.starred ? words.unstar : words.star },
    summarize: { icon: Sparkles, word: words.summarize },
  };
  const { icon: Icon, word } = shown[action];
  return (
    <span
      aria-hidden
      data-testid="swipe"
      data-short={isShort ? '' : undefined}
      className={`swipe-hint absolute inset-y-0 flex items-center overflow-hidden text-2xs font-medium whitespace-nowrap ${
        action === 'read' ? 'left-0 justify-start' : 'right-0 justify-end'
      } ${isShort ? 'bg-sunken text-muted' : colours[action]}`}
    >
      <span className="flex min-w-20 shrink-0 flex-col items-center gap-1 px-2">
        <Icon className="size-5" />
        {word}
      </span>
    </span>
  );
}
