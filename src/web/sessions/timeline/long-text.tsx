import { useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface LongTextProps {
  text: string;
  className?: string;
}

/** Longer texts are collapsed, so that one text does not hide its neighbours. */
const foldedCharacters = 900;
const foldedLines = 10;

/** A text as written, collapsed if long. */
export function LongText({ text, className = '' }: LongTextProps) {
  const { timeline } = useStrings().sessions;
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > foldedCharacters || text.split('\n', foldedLines + 1).length > foldedLines;
  return (
    <div className={className}>
      <p
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap ${isLong && !isOpen ? 'line-clamp-6' : ''}`}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 rounded text-xs text-accent hover:underline"
        >
          {isOpen ? timeline.showLess : timeline.showAll}
        </button>
      ) : null}
    </div>
  );
}
