import type { Memory } from '#schema/sessions/memory.ts';
import { clip } from '#sources/session/records/describe-card.ts';
import type { Replacement } from './ports.ts';

/** Both sentences fit the line that clients show. */
const quotedCharacters = 120;
const quotedInBoth = 60;

/** One line for a terminal; null: nothing to tell. The words are shown to a person and never to a model. */
export function announceChanges(
  proposals: readonly Pick<Memory, 'text'>[],
  replacements: readonly Replacement[],
): string | null {
  const [proposal] = proposals;
  const [replacement] = replacements;
  const most = proposal && replacement ? quotedInBoth : quotedCharacters;
  const quote = (text: string) => `“${clip(withoutControls(text), most)}”`;
  const told: string[] = [];
  if (proposal)
    told.push(
      proposals.length === 1
        ? `1 instruction waits for your confirmation: ${quote(proposal.text)}.`
        : `${proposals.length} instructions wait for your confirmation, such as ${quote(proposal.text)}.`,
    );
  if (replacement) {
    const more = replacements.length === 1 ? '' : `, and ${replacements.length - 1} more changed`;
    told.push(`${quote(replacement.text)} replaces ${quote(replacement.replaced)} in this project${more}.`);
  }
  if (told.length === 0) return null;
  const what = replacement === undefined ? 'see it' : proposal === undefined ? 'undo it' : 'see or undo it';
  return `Precis: ${told.join(' ')} Run “precis memory” to ${what}, or open Sessions → Memory in the app.`;
}

/** A terminal would obey them, and some turn the direction of the text. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
