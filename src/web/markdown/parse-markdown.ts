import { Lexer, lexer, type Token } from 'marked';

/** Longer texts are shown unparsed, because a hostile one could take seconds to parse. */
const maxCharacters = 200_000;
/** Parsing time grows quadratically with the marks in a paragraph; 6,000 of them took 1.2 s. */
const maxMarksOfParagraph = 2000;

export function parseMarkdown(text: string): Token[] {
  return lex(normalize(text));
}

export function parseInline(line: string): Token[] {
  if (hasTooManyMarks(line)) return [plain(line)];
  try {
    return Lexer.lexInline(line);
  } catch {
    return [plain(line)];
  }
}

export interface GrowingMarkdown {
  text: string;
  /** Blocks that more text cannot change. They stay the same objects across calls. */
  settled: readonly Token[];
  settledCharacters: number;
  /** The last block, and those before it that more text could still change. */
  open: readonly Token[];
}

/** Parses only unsettled text. A text that does not continue the previous one is parsed from the start. */
export function growMarkdown(before: GrowingMarkdown | null, given: string): GrowingMarkdown {
  const text = normalize(given);
  const isContinued = before !== null && text.startsWith(before.text);
  const settled = isContinued ? before.settled : [];
  const settledCharacters = isContinued ? before.settledCharacters : 0;
  const tokens = lex(text.slice(settledCharacters));
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  const lastToken = tokens[last];
  if (lastToken === undefined) return { text, settled, settledCharacters, open: [] };

  // A block is certain only after its first line: a lone "-" might still continue the list before it.
  const isClear = last > 0 && lastToken.raw.includes('\n');
  const settling = isClear ? tokens.slice(0, last) : [];
  const undecided = isClear ? [] : tokens.slice(0, last);
  return {
    text,
    settled: [...settled, ...settling],
    settledCharacters: settledCharacters + settling.reduce((sum, { raw }) => sum + raw.length, 0),
    open: [...undecided, ...(lastToken.type === 'code' ? [lastToken] : lex(closeMarks(lastToken.raw)))],
  };
}

const openLink = /!?\[([^[\]]*)\]\([^()]*$/;

/** Closes open markup in the last line, so that its appearance does not change when the closing mark arrives. */
export function closeMarks(text: string): string {
  const lineStart = text.trimEnd().lastIndexOf('\n') + 1;
  const line = text.slice(lineStart).trimEnd().replace(openLink, '$1');
  let open: string | null = null;
  let openedAt = 0;
  for (const { 0: mark, index } of line.matchAll(/`+|\*\*|\\./g)) {
    if (mark.startsWith('\\')) continue;
    if (open === null) {
      open = mark;
      openedAt = index;
    } else if (open === mark) {
      open = null;
    } else if (open === '**') {
      open = mark;
      openedAt = index;
    }
  }
  if (open === null) return text.slice(0, lineStart) + line;
  const isEmpty = openedAt + open.length === line.length;
  return text.slice(0, lineStart) + (isEmpty ? line.slice(0, openedAt) : line + open);
}

/** Normalizes line endings like the lexer, whose offsets refer to normalized text. */
function normalize(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

function lex(text: string): Token[] {
  if (text.length > maxCharacters || hasTooManyMarks(text)) return [plain(text)];
  try {
    return lexer(text);
  } catch {
    // The text is nested deeper than the stack allows.
    return [plain(text)];
  }
}

function hasTooManyMarks(text: string): boolean {
  if (text.length <= maxMarksOfParagraph) return false;
  return text
    .split(/\n[ \t]*\n/)
    .some((stretch) => (stretch.match(/[*_~[\]`]/g)?.length ?? 0) > maxMarksOfParagraph);
}

function plain(text: string): Token {
  return { type: 'html', block: true, pre: false, raw: text, text };
}
