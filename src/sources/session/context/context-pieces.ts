import type { Prompt, SessionSummary } from '#schema/sessions/session.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { withoutToolLines } from '#text/extract-session.ts';
import { quotableLines } from '#text/memories/quotable-words.ts';
import { requestWords, taskWords } from '#text/memories/task-words.ts';
import type { ContextPiece } from './fit-sections.ts';

/** Maximum lengths of a full field and of a short one. */
const fieldCharacters = 700;
const shortCharacters = 160;
const learnedCharacters = 320;
/** Lines of what was learned or done in a short form. */
const maxLearned = 4;

const labels = {
  investigated: 'Investigated',
  learned: 'Learned',
  completed: 'Completed',
  next_steps: 'Next steps',
  notes: 'Notes',
} as const;

/**
 * A summary in full, and by what was learned and decided, which leaves out what tools were called with. Empty if
 * nothing of it may be shown.
 */
export function summaryPieces(
  summary: SessionSummary,
  {
    namesProject,
    prompt,
    shorten,
  }: { namesProject: boolean; prompt: Prompt | undefined; shorten(text: string): string },
): ContextPiece[] {
  const ref = formatRef('summary', summary.id);
  const { createdAt } = summary;
  const head = [ref, ...(namesProject && summary.project !== '' ? [`[${clip(summary.project)}]`] : [])];
  const request = requestWords(summary.request, prompt?.text) ?? '';
  const lines = Object.entries(labels).flatMap(([field, label]) => {
    const said = quotableLines((summary[field as keyof typeof labels] ?? '').split('\n')).join(' ');
    const told = clip(shorten(said), fieldCharacters);
    return told === '' ? [] : [`  ${label}: ${quote(told)}`];
  });
  if (request === '' && lines.length === 0) return [];
  const asked = clip(request, fieldCharacters);
  const first = [...head, ...(asked === '' ? [] : [asked])].join(' ');
  const full = { ref, createdAt, text: [first, ...lines].join('\n') };
  const learned = quotableLines([summary.learned, summary.completed].flatMap(withoutToolLines))
    .slice(0, maxLearned)
    .join(' ');
  const told = [
    clip(request, shortCharacters),
    ...(learned === '' ? [] : [quote(clip(shorten(learned), learnedCharacters))]),
  ].filter(Boolean);
  return told.length === 0
    ? [full]
    : [full, { ref, createdAt, text: `${head.join(' ')} ${told.join(' → ')}` }];
}

/** The day of a record in UTC, such as 2026-01-31. */
export function dateOf({ createdAt }: { createdAt: number }): string {
  return new Date(createdAt).toISOString().slice(0, 10);
}

/** Marks words of a record, so that none of them passes for words of the context. */
export function quote(text: string): string {
  return `“${text.replace(/[“”]/gu, '"')}”`;
}

/** The prompt of a turn without a summary, or null if it contains no task. */
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
