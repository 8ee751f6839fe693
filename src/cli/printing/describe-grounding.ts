import { describeCounts, describeFinding } from '#schema/runs/describe-finding.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';

interface Checked {
  run: Run;
  summary: Summary;
  sourceText: string;
}

/** The grounding of a summary as text: a line of counts, then each detail that conflicts or was not found. */
export function describeGrounding({ run, summary, sourceText }: Checked): string {
  const counts = run.grounding;
  if (counts === null || summary.grounding === null) return 'Check: unavailable.\n';
  const details = summary.grounding.sentences.flatMap(({ flags }) =>
    flags.flatMap(({ kind, reason, source, start, end }) => {
      const said = source === undefined ? null : sourceText.slice(source.start, source.end);
      const finding = describeFinding({ kind, reason, detail: summary.text.slice(start, end), said });
      return finding === null ? [] : `  ${finding}\n`;
    }),
  );
  return `Check: ${describeCounts(counts)}.\n${details.join('')}`;
}
