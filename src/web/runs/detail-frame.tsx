import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#web/controls/icon-button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface DetailFrameProps {
  label: string;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The panel a row opens: beside the list, or in its place on a narrow screen. Escape closes it. */
export function DetailFrame({ label, title, onClose, children }: DetailFrameProps) {
  const { runs } = useStrings();
  const headingRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => headingRef.current?.focus(), []);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      // An open menu or tooltip handles the key itself.
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <aside
      aria-label={label}
      className="flex min-h-0 w-full flex-col bg-surface lg:w-[27rem] lg:shrink-0 lg:border-s lg:border-line"
    >
      <header className="flex items-start gap-3 border-b border-line px-4 py-3 lg:px-5">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{label}</p>
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="text-base leading-snug font-semibold wrap-anywhere outline-none"
          >
            {title}
          </h1>
        </div>
        <IconButton onClick={onClose} label={runs.close} className="-me-2 px-2">
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-4 py-4 lg:px-5">{children}</div>
    </aside>
  );
}

/** A titled section of the panel. */
export function DetailPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs font-medium text-muted">{title}</h2>
      {children}
    </section>
  );
}

interface FactsProps {
  facts: readonly { key: string; label: ReactNode; value: ReactNode }[];
  /** Labels are names that should not break within a word. */
  hasLongLabels?: boolean;
}

export function Facts({ facts, hasLongLabels = false }: FactsProps) {
  const columns = hasLongLabels ? 'grid-cols-[fit-content(12.5rem)_1fr]' : 'grid-cols-[8.5rem_1fr]';
  return (
    <dl className={`grid gap-x-3 gap-y-1.5 ${columns}`}>
      {facts.map(({ key, label, value }) => (
        <div key={key} className="contents">
          <dt className="min-w-0 wrap-anywhere text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
