import { createInterface } from 'node:readline';

/**
 * One line of the grounding scorers. `lang` is the language of the source, and `summaryLang` that of the summary if
 * it is different.
 */
export interface CheckRequest {
  id: string;
  lang: string;
  summaryLang?: string;
  source: string;
  summary: string;
}

export interface CheckedSentence {
  start: number;
  end: number;
  score?: number;
  state?: string;
  flags: { kind: string; start: number; end: number }[];
  /** The verdict of each detail. The scorers do not read it. */
  details: string[];
}

export interface CheckAnswer {
  id: string;
  /** The score from 0 to 1, where 1 is fully supported. */
  score: number;
  sentences: CheckedSentence[];
}

export async function readRequests(): Promise<CheckRequest[]> {
  const requests: CheckRequest[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') requests.push(JSON.parse(line));
  }
  return requests;
}

export function writeAnswer(answer: CheckAnswer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
