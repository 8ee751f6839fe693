import { useId } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Stays visible above the turns: at most three sentences. */
export function Narrative({ text }: { text: string }) {
  const { narrative } = useStrings().conversations;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="max-h-[30vh] shrink-0 overflow-y-auto border-b border-line bg-paper"
    >
      <div className="mx-auto max-w-[46rem] px-4 py-3 lg:px-6">
        <h2 id={id} className="mb-1 text-xs font-medium text-muted">
          {narrative.heading}
        </h2>
        {text === '' ? (
          <p className="text-muted">{narrative.none}</p>
        ) : (
          <p
            dir="auto"
            data-testid="narrative"
            className="text-[0.9375rem] leading-[1.65] whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </p>
        )}
      </div>
    </section>
  );
}
