import { createInterface } from 'node:readline';

/** One line of the grounding scorers. `lang` is the source's language; `summaryLang` is the summary's, if different. */
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
}

export interface CheckAnswer {
  id: string;
  /** From 0 to 1; 1 is fully supported. */
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
