import type { Prompt, SessionSummary } from '#schema/sessions/session.ts';
import { clip } from '#sources/session/records/describe-card.ts';
import { formatRef } from '#sources/session/records/record-ref.ts';

export interface ContextPiece {
  ref: string;
  createdAt: number;
  text: string;
}

/** Length of a full field, and of a short one. */
const fieldCharacters = 700;
const shortCharacters = 160;

const labels = {
  investigated: 'Investigated',
  learned: 'Learned',
  completed: 'Completed',
  next_steps: 'Next steps',
  notes: 'Notes',
} as const;

/** A summary in full and in short, the longest form first. */
export function summaryPieces(
  summary: SessionSummary,
  { namesProject }: { namesProject: boolean },
): ContextPiece[] {
  const ref = formatRef('summary', summary.id);
  const { createdAt } = summary;
  const project = namesProject && summary.project !== '' ? `[${clip(summary.project)}] ` : '';
  const lines = Object.entries(labels).flatMap(([field, label]) => {
    const told = clip(summary[field as keyof typeof labels] ?? '', fieldCharacters);
    return told === '' ? [] : [`  ${label}: ${told}`];
  });
  const told = [summary.request, summary.completed]
    .map((text) => clip(text, shortCharacters))
    .filter(Boolean);
  return [
    {
      ref,
      createdAt,
      text: [`${ref} ${project}${clip(summary.request, fieldCharacters)}`, ...lines].join('\n'),
    },
    { ref, createdAt, text: `${ref} ${project}${told.join(' → ')}` },
  ];
}

/** The prompt of a turn without a summary. */
export function promptPiece(prompt: Prompt, { namesProject }: { namesProject: boolean }): ContextPiece {
  const ref = formatRef('prompt', prompt.id);
  const project = namesProject && prompt.project !== '' ? `[${clip(prompt.project)}] ` : '';
  const text = `${ref} ${project}Asked, not summarized yet: ${clip(prompt.text ?? '', shortCharacters)}`;
  return { ref, createdAt: prompt.createdAt, text };
}
