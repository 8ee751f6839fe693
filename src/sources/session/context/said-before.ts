import type { SessionId } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { findConstraints } from '#text/memories/find-constraints.ts';
import { mayHold } from '#text/memories/find-memories.ts';
import { isStatement, quotablePrompt } from '#text/memories/quotable-words.ts';
import { dateOf, quote } from './context-pieces.ts';
import type { ContextPiece } from './fit-sections.ts';

const maxSessions = 12;
/** The opening prompts of a session say how its work should be done. */
const openingPrompts = 4;
const sentenceCharacters = 300;

/**
 * What the user said when earlier sessions began, which may limit how work is done but is not known to hold beyond its
 * session. What is shown anyway is left out. Constraints come first, then sentences with words of a limit, then the
 * others, each from the newest session on.
 */
export async function readSaidBefore(
  { store }: Pick<SessionPorts, 'store'>,
  { project, own, shown }: { project: string; own: SessionId | undefined; shown: string },
): Promise<ContextPiece[][]> {
  const sessions = await store.listSessions({ project, offset: 0, limit: maxSessions });
  const others = sessions.filter(({ id }) => id !== own);
  const lists = await Promise.all(
    others.map(({ id }) =>
      store.listRecords('prompt', { sessionId: id, order: 'oldest', offset: 0, limit: openingPrompts }),
    ),
  );
  const seen = new Set<string>();
  const said = lists.flat().flatMap((prompt) => {
    const { id, text, createdAt } = prompt;
    const limits = findConstraints(text ?? '').filter(({ mayBePasted }) => !mayBePasted);
    // A statement that holds is among the memories, and one that waits is shown nowhere.
    return quotablePrompt(text ?? '', isStatement)
      .typed.filter((sentence) => !seen.has(sentence) && !shown.includes(sentence))
      .map((sentence) => {
        seen.add(sentence);
        const ref = formatRef('prompt', id);
        const rank = limits.some((limit) => sentence.includes(limit.text)) ? 0 : mayHold(sentence) ? 1 : 2;
        const said = quote(clip(sentence, sentenceCharacters));
        return { rank, piece: { ref, createdAt, text: `- ${ref}, ${dateOf(prompt)}: ${said}` } };
      });
  });
  return said.toSorted((one, other) => one.rank - other.rank).map(({ piece }) => [piece]);
}
