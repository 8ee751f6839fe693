import type { SessionPorts } from '#sources/session/ports.ts';
import { findMemories } from '#text/memories/find-memories.ts';
import type { RecognizedMemories } from './ports.ts';

type Ports = Pick<SessionPorts, 'memories' | 'hash'>;

interface PromptText extends Pick<RecognizedMemories, 'contentSessionId' | 'eventKey' | 'at'> {
  /** Without private parts. */
  text: string;
}

/** Where prompts come from. A file may say anything in a person's name, so what it says to hold waits for one. */
export type PromptOrigin = 'typed' | 'file';

/** Keeps what stored prompts say to hold from now on. Repeated, it changes nothing. */
export async function recognizeMemories(
  ports: Ports,
  prompts: readonly PromptText[],
  origin: PromptOrigin = 'typed',
): Promise<void> {
  const recognized = prompts.flatMap((prompt) => readMemories(ports, prompt, origin));
  if (recognized.length > 0) await ports.memories.addRecognized(recognized);
}

/** What a prompt says to hold from now on; none if it says nothing of the kind. */
export function readMemories(
  ports: Pick<Ports, 'hash'>,
  { text, ...prompt }: PromptText,
  origin: PromptOrigin = 'typed',
): RecognizedMemories[] {
  const found = findMemories(text);
  const withdrawals = origin === 'typed' ? found.withdrawals : [];
  if (found.memories.length === 0 && withdrawals.length === 0) return [];
  const memories = found.memories.map(({ proposes, ...memory }) => ({
    ...memory,
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

/** The same for statements that differ only in case, spacing or final marks. */
export function hashMemory({ hash }: Pick<Ports, 'hash'>, text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return hash(plain.replace(/[.!。！]{1,5}$/u, ''));
}
