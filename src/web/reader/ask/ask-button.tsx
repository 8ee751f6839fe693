import { MessageCircle } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { AskAction } from './use-ask.ts';

export function AskButton({ ask }: { ask: AskAction }) {
  const { article } = useStrings().reader;
  if (ask.start === null) return null;
  return (
    <Button
      look="quiet"
      disabled={ask.isPending}
      {...keyHint(article.askAbout, keyOf('ask'))}
      onClick={ask.start}
      className="gap-1! px-2!"
    >
      <MessageCircle aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{article.ask}</span>
    </Button>
  );
}
