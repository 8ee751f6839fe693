import type { SessionPorts } from '#sources/session/ports.ts';
import { findMemories } from '#text/memories/find-memories.ts';
import type { RecognizedMemories } from './ports.ts';

type Ports = Pick<SessionPorts, 'memories' | 'hash'>;

interface PromptText extends Pick<RecognizedMemories, 'contentSessionId' | 'eventKey' | 'at'> {
  /** Without private text. */
  text: string;
}

/** Where prompts come from. A file can contain any words in a person's name, so its statements need confirmation. */
export type PromptOrigin = 'typed' | 'file';

/** Stores the standing statements in prompts. Safe to repeat. */
export async function recognizeMemories(
  ports: Ports,
  prompts: readonly PromptText[],
  origin: PromptOrigin = 'typed',
): Promise<void> {
  const recognized = prompts.flatMap((prompt) => readMemories(ports, prompt, origin));
  if (recognized.length > 0) await ports.memories.addRecognized(recognized);
}

/** The standing statements in a prompt, or an empty list. */
export function readMemories(
  ports: Pick<Ports, 'hash'>,
  { text, ...prompt }: PromptText,
  origin: PromptOrigin = 'typed',
): RecognizedMemories[] {
  const found = findMemories(text);
  const withdrawals = origin === 'typed' ? found.withdrawals : [];
  if (found.memories.length === 0 && withdrawals.length === 0) return [];
  const memories = found.memories.map(({ proposes, scope, ...memory }) => ({
    ...memory,
    isForAllProjects: scope === 'everywhere',
    asks: proposes ?? (origin === 'file' ? ('import' as const) : null),
    textHash: hashMemory(ports, memory.text),
  }));
  return [
    {
      ...prompt,
      memories,
      withdrawals: withdrawals.map((said) => ({ text: said, textHash: hashMemory(ports, said) })),
    },
  ];
}

/** Returns the same hash for statements that differ only in case, spacing or final punctuation. */
export function hashMemory({ hash }: Pick<Ports, 'hash'>, text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return hash(plain.replace(/[.!。！]{1,5}$/u, ''));
}
