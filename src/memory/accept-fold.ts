import { isErrorLike } from './error-like.ts';

/** As the product's rule has it: 200 characters are a summary, 199 are not. */
export const leastSummaryCharacters = 200;

export type FoldVerdict =
  | { accepted: true; text: string }
  | { accepted: false; reason: 'empty' | 'error-like' | 'too-short'; message: string };

/** Whether a summarizer's answer may take the place of the summary. */
export function acceptFold({
  previous,
  candidate,
}: {
  previous: string | null;
  candidate: string;
}): FoldVerdict {
  const text = candidate.trim();
  if (text === '') return refuse('empty', 'The summarizer answered with nothing');
  if (isErrorLike(text))
    return refuse('error-like', 'The summarizer answered with an error or a refusal instead of a summary');
  const characters = [...text].length;
  if (characters < leastSummaryCharacters)
    return refuse(
      'too-short',
      `The new summary has only ${characters} characters of at least ${leastSummaryCharacters}`,
    );
  return { accepted: true, text };

  function refuse(reason: 'empty' | 'error-like' | 'too-short', why: string): FoldVerdict {
    const stays = previous === null ? 'all messages stay live' : 'the summary stays as it was';
    return { accepted: false, reason, message: `${why}; ${stays}.` };
  }
}
