import { loadTokenizer } from '#text/tokens/tokens.ts';

export interface ContextPiece {
  ref: string;
  createdAt: number;
  text: string;
}

/** A part of a context. Sections are in the order in which they are shown, the most valuable first. */
export interface Section<P extends ContextPiece = ContextPiece> {
  /** The records, most valuable first, each in one or more forms, longest first. */
  records: readonly (readonly P[])[];
  /** How much of the tokens that are left it may take before the sections after it had their turn. */
  share: number;
  /** Whether longer forms are only taken of what the other sections leave. */
  startsShort?: boolean;
  /** Renders the chosen pieces with a heading. */
  render(chosen: readonly P[]): string;
  /** Tokens that a piece needs besides its text, given those chosen before it. */
  overhead?(piece: P, chosen: readonly P[], count: (text: string) => number): number;
}

/** A section with a title and a line for each piece. */
export function listSection(title: string, records: readonly ContextPiece[][], share = 1): Section {
  return { records, share, render: (chosen) => [title, ...chosen.map(({ text }) => text)].join('\n') };
}

export interface FittedContext {
  text: string;
  tokens: number;
  items: (ContextPiece & { tokens: number })[];
}

/** Counting takes most of the time. After this many records that do not fit, few shorter ones are left to find. */
const mostTooLong = 40;

interface Chosen {
  at: number;
  form: number;
  piece: ContextPiece;
  tokens: number;
}

/**
 * Fills a context up to a token budget. Each section takes its share of what is left. Afterwards, what other sections
 * left is given out in the same order, for records that did not fit and for longer forms of those that did. Pieces
 * are counted separately and the whole only at the end, because counting the whole for each piece takes long.
 */
export async function fitSections(
  sections: readonly Section[],
  { budgetTokens, wrap }: { budgetTokens: number; wrap(parts: readonly string[]): string },
): Promise<FittedContext> {
  const { count } = await loadTokenizer();
  const taken = sections.map((): Chosen[] => []);
  let left = budgetTokens - count(wrap([]));

  function take(
    section: Section,
    own: Chosen[],
    { room, isLast }: { room: number; isLast: boolean },
  ): number {
    let used = own.length === 0 ? count(`\n\n${section.render([])}`) : 0;
    let tooLong = 0;
    for (const [at, forms] of section.records.entries()) {
      const known = own.find((one) => one.at === at);
      const fitting = forms
        .entries()
        .take(known?.form ?? forms.length)
        .drop(section.startsShort === true && !isLast ? forms.length - 1 : 0)
        .map(([form, piece]) => {
          const others = own.filter((one) => one !== known).map(({ piece }) => piece);
          const tokens = count(`${piece.text}\n`) + (section.overhead?.(piece, others, count) ?? 0);
          return { at, form, piece, tokens };
        })
        .find(({ tokens }) => used + tokens - (known?.tokens ?? 0) <= room);
      if (fitting === undefined) {
        if (known === undefined && ++tooLong === mostTooLong) break;
        continue;
      }
      used += fitting.tokens - (known?.tokens ?? 0);
      if (known !== undefined) own.splice(own.indexOf(known), 1);
      own.push(fitting);
    }
    return own.length === 0 ? 0 : used;
  }

  for (const isLast of [false, true])
    for (const [at, section] of sections.entries()) {
      if (section.records.length === 0) continue;
      left -= take(section, taken[at] ?? [], {
        room: Math.floor(isLast ? left : left * section.share),
        isLast,
      });
    }
  const piecesOf = (at: number) =>
    (taken[at] ?? []).toSorted((one, other) => one.at - other.at).map(({ piece }) => piece);
  const render = () =>
    wrap(sections.flatMap((section, at) => (taken[at]?.length ? [section.render(piecesOf(at))] : [])));
  for (;;) {
    const text = render();
    const tokens = count(text);
    const last = taken.findLast((own) => own.length > 0);
    if (tokens <= budgetTokens && last !== undefined) {
      const items = sections
        .flatMap((_, at) => piecesOf(at))
        .map(({ ref, createdAt, text }) => ({ ref, createdAt, text, tokens: count(text) }));
      return { text, tokens, items };
    }
    if (last === undefined) return { text: '', tokens: 0, items: [] };
    last.sort((one, other) => one.at - other.at).pop();
  }
}
