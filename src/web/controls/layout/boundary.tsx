/** A separator between messages that labels what follows. */
export function Boundary({ words }: { words: string }) {
  return (
    <div role="separator" aria-label={words} className="flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span aria-hidden className="numeric">
        {words}
      </span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}
