import { AppError } from '#schema/app-error.ts';
import { maxReceiptCharacters, type Receipt, type ReceiptFormat } from '#schema/runs/receipt.ts';
import { type Change, diffWords } from '#text/diff-words.ts';
import { flatten } from './clean-text.ts';
import type { Piece } from './describe-receipt.ts';
import { divideHtml, divideMarkdown, parseData } from './receipt-file.ts';
import { htmlPieces, htmlText, readHtml } from './render-html.ts';
import { markdownPieces, readMarkdown } from './render-markdown.ts';

export interface ReadReceipt extends Omit<Comparison, 'summary'> {
  format: ReceiptFormat;
  /** The receipt as its data describes it. */
  receipt: Receipt;
  /** The summary as people read it in the file. */
  text: string;
}

/**
 * Reads a receipt in any of its formats, even after an editor or a mail program changed its line breaks. Throws
 * AppError `too_large`, or `invalid_input` if the text is not a receipt.
 */
export function readReceipt(file: string): ReadReceipt {
  if (file.length > maxReceiptCharacters) {
    const limit = maxReceiptCharacters / 1_000_000;
    throw new AppError('too_large', `A receipt has at most ${limit} million characters.`);
  }
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  let first: ReadReceipt | null = null;
  for (const candidate of undoMail(text)) {
    const read = readFormat(candidate);
    if (read === null) continue;
    if (read.edits.length === 0 && !read.isOther) return read;
    first ??= read;
  }
  if (first !== null) return first;
  throw new AppError(
    'invalid_input',
    'This is not a receipt, or its data is missing or damaged. Export the receipt again, and keep the whole file.',
  );
}

function readFormat(text: string): ReadReceipt | null {
  const start = text.slice(0, 1000).trimStart();
  if (start.startsWith('{')) {
    const receipt = parseData(text);
    if (receipt === null) return null;
    const shown = { edits: [], isOther: false, isSurrounded: false };
    return { format: 'json', receipt, text: receipt.summary.text, ...shown };
  }
  return /^<(?:!doctype|html)/i.test(start) ? readHtmlFile(text) : readMarkdownFile(text);
}

const foreignMarkup: Edit = { part: 'page', sentence: null, added: '' };

function readHtmlFile(html: string): ReadReceipt | null {
  const divided = divideHtml(html);
  const receipt = divided === null ? null : parseData(divided.data);
  if (divided === null || receipt === null) return null;
  const pieces = htmlPieces(receipt).map((piece) => ({
    ...piece,
    text: `${readHtml(piece.text).normalize()}\n`,
  }));
  const compared = compareShown(pieces, readHtml(divided.shown).normalize());
  // Anything outside a page can cover it, so it counts as an edit.
  const edits = compared.isSurrounded ? [...compared.edits, foreignMarkup] : compared.edits;
  return {
    ...compared,
    edits,
    isSurrounded: false,
    format: 'html',
    receipt,
    text: compared.summary === null ? receipt.summary.text : htmlText(compared.summary),
  };
}

function readMarkdownFile(markdown: string): ReadReceipt | null {
  const divided = divideMarkdown(markdown);
  const receipt = divided === null ? null : parseData(divided.data);
  if (divided === null || receipt === null) return null;
  const pieces = markdownPieces(receipt).map((piece) => ({
    ...piece,
    text: readMarkdown(piece.text).normalize(),
  }));
  const compared = compareShown(pieces, readMarkdown(divided.shown).normalize());
  // A receipt has no HTML elements, and an element around it could hide it.
  const hasMarkup = /<(?:!--|\/?[a-z][a-z\d]*[\s/>])/i.test(divided.shown);
  return {
    ...compared,
    edits: hasMarkup ? [...compared.edits, foreignMarkup] : compared.edits,
    format: 'md',
    receipt,
    text: compared.summary ?? receipt.summary.text,
  };
}

/** Lists a file and its forms before mail programs changed it by quote marks or quoted-printable encoding. */
function undoMail(text: string): string[] {
  const unmarked = /^>/m.test(text) ? [text, text.replace(/^(?:> ?){1,9}/gm, '')] : [text];
  return /=(?:\r?\n|[\dA-F]{2})/.test(text) ? [...unmarked, ...unmarked.map(readQuotedPrintable)] : unmarked;
}

function readQuotedPrintable(text: string): string {
  return text.replace(/=[ \t]{0,9}\r?\n/g, '').replace(/(?:=[\dA-F]{2})+/g, (codes) => {
    const bytes = codes
      .slice(1)
      .split('=')
      .map((code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}

/** A place where a file does not show what its data says. */
export interface Edit extends Omit<Piece, 'text'> {
  /** The words that were added in this place. */
  added: string;
}

interface Comparison {
  edits: Edit[];
  /** Whether the data belongs to another text. */
  isOther: boolean;
  /** Whether there is text before or after the receipt. */
  isSurrounded: boolean;
  /** The summary as the file shows it, or null if it is the same as in the data. */
  summary: string | null;
}

/** If less than this share of the text matches, the file and its data belong to different texts. */
const leastShare = 0.3;

/** Compares what a file shows with what its data says, whatever the line breaks. */
function compareShown(pieces: readonly Piece[], found: string): Comparison {
  const expected = flatten(pieces.map(({ text }) => text).join(''));
  const shown = flatten(found);
  const at = shown.flat.indexOf(expected.flat);
  if (at !== -1) {
    const isSurrounded = shown.flat.length > expected.flat.length;
    return { edits: [], isOther: false, isSurrounded, summary: null };
  }
  const ranges = rangesOf(pieces, expected.places);
  const changes = diffShown(expected.flat, shown.flat, ranges);
  const located = locateEdits(changes, ranges, expected.flat.length);
  const summary = located.edits.some(({ part }) => part === 'summary')
    ? ranges.find(({ part }) => part === 'summary')
    : undefined;
  return { ...located, summary: summary === undefined ? null : readSummary(summary) };

  function readSummary({ start, end }: Range): string {
    const first = Math.min(...placesNow(changes, start));
    const last = Math.max(...placesNow(changes, end)) - 1;
    return last < first ? '' : found.slice(shown.places[first], (shown.places[last] ?? 0) + 1);
  }
}

/** Finds the place of each piece in the flat text. */
function rangesOf(pieces: readonly Piece[], places: Uint32Array): Range[] {
  let end = 0;
  let raw = 0;
  return pieces.map(({ part, sentence, text }) => {
    const start = end;
    raw += text.length;
    while (end < places.length && (places[end] ?? 0) < raw) end += 1;
    return { part, sentence, start, end };
  });
}

function isSentences({ part }: Pick<Range, 'part'>): boolean {
  return part === 'summary' || part === 'text';
}

function locateEdits(
  changes: readonly Change[],
  ranges: readonly Range[],
  length: number,
): Omit<Comparison, 'summary'> {
  const edits = new Map<string, Edit>();
  let isSurrounded = false;
  let same = 0;
  let old = 0;
  let index = 0;

  function note(range: Range | undefined, added: string): void {
    if (range === undefined) return;
    const { part, sentence } = range;
    const name = `${part} ${sentence}`;
    const before = edits.get(name)?.added ?? '';
    edits.set(name, { part, sentence, added: `${before} ${added}`.trim() });
  }

  for (const [at, { kind, text }] of changes.entries()) {
    const end = old + text.length;
    if (kind === 'added') {
      const replaces = changes[at + 1]?.kind === 'removed' || changes[at - 1]?.kind === 'removed';
      if (!replaces && (old === 0 || old === length)) isSurrounded = true;
      else note(rangeAt(ranges, old, changes[at + 1]?.kind === 'removed'), text);
      continue;
    }
    for (; index < ranges.length; index += 1) {
      const range = ranges[index] as Range;
      const shared = Math.max(0, Math.min(end, range.end) - Math.max(old, range.start));
      if (kind === 'removed' && shared > 0) note(range, '');
      if (kind === 'same' && isSentences(range)) same += shared;
      if (range.end > end) break;
    }
    old = end;
  }
  const all = ranges.filter(isSentences).reduce((sum, { start, end }) => sum + end - start, 0);
  return { edits: [...edits.values()], isOther: same < leastShare * all, isSurrounded };
}

/**
 * Finds the piece for words added at an offset. It is the piece before them, except at the beginning of the summary.
 */
function rangeAt(ranges: readonly Range[], offset: number, isReplacing: boolean): Range | undefined {
  const next = ranges.find(({ start, end }) => start <= offset && offset < end);
  if (isReplacing || (next?.part === 'summary' && next.start === offset)) return next;
  return ranges.findLast(({ start, end }) => start < offset && offset <= end);
}

/** Finds the places in the new text of an offset in the old one. Where something was added, there are several. */
function placesNow(changes: readonly Change[], offset: number): number[] {
  const places: number[] = [];
  let [old, now] = [0, 0];
  for (const { kind, text } of changes) {
    const [oldEnd, nowEnd] = [
      kind === 'added' ? old : old + text.length,
      kind === 'removed' ? now : now + text.length,
    ];
    if (old <= offset && offset <= oldEnd) {
      if (kind === 'same') places.push(now + offset - old);
      else places.push(now, nowEnd);
    }
    [old, now] = [oldEnd, nowEnd];
  }
  return places;
}

/** A piece with its place in the text. */
interface Range extends Omit<Piece, 'text'> {
  start: number;
  end: number;
}

/** A section of this length is small enough to compare word by word. */
const sectionLength = 1500;
/** The distance beyond its place in which a sentence is looked for. */
const maxWindow = 200_000;

/** The changes from one text to the other. Each section ends where both texts have the same sentence. */
function diffShown(before: string, after: string, ranges: readonly Range[]): Change[] {
  const changes: Change[] = [];
  let old = 0;
  let now = 0;
  for (const [at, { part, start }] of ranges.entries()) {
    if (part !== 'verdict' || start - old < sectionLength) continue;
    const next = ranges.slice(at + 1, at + 4).find((range) => range.part === 'text');
    if (next === undefined) continue;
    const window = after.slice(now, now + Math.min(maxWindow, 2 * (next.end - old) + sectionLength));
    const found = window.indexOf(before.slice(start, next.end));
    if (found === -1) continue;
    changes.push(...diffWords(before.slice(old, start), after.slice(now, now + found)));
    old = start;
    now += found;
  }
  return [...changes, ...diffWords(before.slice(old), after.slice(now))];
}
