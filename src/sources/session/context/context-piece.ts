import type { Prompt, SessionSummary } from '#schema/sessions/session.ts';
import { clip } from '#sources/session/records/describe-card.ts';
import { formatRef } from '#sources/session/records/record-ref.ts';
import { requestWords, taskWords } from '#text/memories/task-words.ts';

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

/** A summary in full and in short, the longest form first; none if nothing of it may be told. */
export function summaryPieces(
  summary: SessionSummary,
  { namesProject, prompt }: { namesProject: boolean; prompt: Prompt | undefined },
): ContextPiece[] {
  const ref = formatRef('summary', summary.id);
  const { createdAt } = summary;
  const head = [ref, ...(namesProject && summary.project !== '' ? [`[${clip(summary.project)}]`] : [])];
  const request = requestWords(summary.request, prompt?.text) ?? '';
  const lines = Object.entries(labels).flatMap(([field, label]) => {
    const told = clip(summary[field as keyof typeof labels] ?? '', fieldCharacters);
    return told === '' ? [] : [`  ${label}: ${told}`];
  });
  if (request === '' && lines.length === 0) return [];
  const asked = clip(request, fieldCharacters);
  const first = [...head, ...(asked === '' ? [] : [asked])].join(' ');
  const told = [request, summary.completed].map((text) => clip(text, shortCharacters)).filter(Boolean);
  const full = { ref, createdAt, text: [first, ...lines].join('\n') };
  return told.length === 0
    ? [full]
    : [full, { ref, createdAt, text: `${head.join(' ')} ${told.join(' → ')}` }];
}

/** The prompt of a turn without a summary; null if it says nothing of a task. */
export function promptPiece(
  prompt: Prompt,
  { namesProject }: { namesProject: boolean },
): ContextPiece | null {
  const asked = taskWords(prompt.text ?? '');
  if (asked === null) return null;
  const ref = formatRef('prompt', prompt.id);
  const project = namesProject && prompt.project !== '' ? `[${clip(prompt.project)}] ` : '';
  const text = `${ref} ${project}Asked, not summarized yet: ${clip(asked, shortCharacters)}`;
  return { ref, createdAt: prompt.createdAt, text };
}
