import type { SessionPorts } from '#sources/session/ports.ts';
import { findMemories } from '#text/memories/find-memories.ts';
import type { RecognizedMemories } from './ports.ts';

type Ports = Pick<SessionPorts, 'memories' | 'hash'>;

interface PromptText extends Pick<RecognizedMemories, 'contentSessionId' | 'eventKey' | 'at'> {
  /** Without private parts. */
  text: string;
}

/** Keeps what stored prompts say to hold from now on. Repeated, it changes nothing. */
export async function recognizeMemories(ports: Ports, prompts: readonly PromptText[]): Promise<void> {
  const recognized = prompts.flatMap((prompt) => readMemories(ports, prompt));
  if (recognized.length > 0) await ports.memories.addRecognized(recognized);
}

/** What a prompt says to hold from now on; none if it says nothing of the kind. */
export function readMemories(
  ports: Pick<Ports, 'hash'>,
  { text, ...prompt }: PromptText,
): RecognizedMemories[] {
  const { memories, withdrawals } = findMemories(text);
  if (memories.length === 0 && withdrawals.length === 0) return [];
  const hashed = memories.map((memory) => ({ ...memory, textHash: hashMemory(ports, memory.text) }));
  return [{ ...prompt, withdrawals, memories: hashed }];
}

/** The same for statements that differ only in case, spacing or final marks. */
export function hashMemory({ hash }: Pick<Ports, 'hash'>, text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return hash(plain.replace(/[.!。！]{1,5}$/u, ''));
}
