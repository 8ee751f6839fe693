import { markTerms } from './mark-terms.ts';

interface MarkedTextProps {
  text: string;
  query: string;
}

/** Text with the search terms highlighted. */
export function MarkedText({ text, query }: MarkedTextProps) {
  return markTerms(text, query).map(({ text: part, isHit }, index) =>
    isHit ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-xs bg-caution-wash text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
