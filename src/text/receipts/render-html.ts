import type { Receipt, ReceiptLanguage, ReceiptSentence } from '#schema/runs/receipt.ts';
import {
  describeCheck,
  describeDecision,
  listFacts,
  listFindings,
  type Piece,
  passageLabel,
  verifyCommand,
} from './describe-receipt.ts';
import { labelsOf } from './labels/labels.ts';

const base = `body{font:1rem/1.55 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
.text{white-space:pre-wrap;unicode-bidi:isolate}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;font-size:.875rem}
dt{color:#5c5c5c}
dd{margin:0;overflow-wrap:anywhere}
li{margin:1rem 0}
blockquote{margin:.5rem 0;padding-left:.75rem;border-left:3px solid #bbb;color:#444}
`;
const styles: Record<Receipt['precisReceipt'], string> = {
  1: `.supported{color:#0a6b45}
.contradicted{color:#b3261e}
.not-found{color:#8a5300}
.undecided{color:#5c5c5c}`,
  2: `.quoted,.confirmed{color:#0a6b45}
.different,.wrong{color:#b3261e}
.not-in-the-source{color:#8a5300}
.not-checked{color:#5c5c5c}`,
};

const pageStart = (language: ReceiptLanguage, version: Receipt['precisReceipt']) => `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${base}${styles[version]}</style>
`;

/**
 * Renders what a receipt shows as a web page without scripts and without anything to fetch. The page is written as
 * browsers write pages, so that a saved page is the same. The data goes before the last piece.
 */
export function htmlPieces(receipt: Receipt): Piece[] {
  const { title, summary } = receipt;
  const { closing, ...labels } = labelsOf(receipt);
  const language = summary.language === null ? '' : ` lang="${escapeHtml(summary.language)}"`;
  const piece = (part: Piece['part'], text: string): Piece => ({ part, sentence: null, text });
  const about = (text: string) => piece('about', text);
  return [
    piece('page', pageStart(receipt.labels ?? 'en', receipt.precisReceipt)),
    ...inside('<title>', piece('title', title), '</title></head><body>\n'),
    ...inside('<h1 class="text" dir="auto">', piece('title', title), '</h1>\n'),
    ...inside(`<div class="text" dir="auto"${language}>`, piece('summary', summary.text), '</div>\n'),
    about(`<h2>${labels.receipt}</h2>\n<p>${escapeHtml(describeCheck(receipt))}</p>\n<dl>\n`),
    ...listFacts(receipt).map(({ label, value }) =>
      about(`<dt>${label}</dt><dd class="text" dir="auto">${escapeHtml(value)}</dd>\n`),
    ),
    about(`</dl>\n<h2>${labels.sentences}</h2>\n<ol>\n`),
    ...receipt.sentences.flatMap((sentence, index) => sentencePieces(receipt, sentence, index)),
    about(`</ol>\n<p>${closing}<code>${escapeHtml(verifyCommand(receipt))}</code></p>\n`),
    piece('page', '</body></html>\n'),
  ];
}

function sentencePieces(receipt: Receipt, sentence: ReceiptSentence, index: number): Piece[] {
  const { verdict, text, reason, passages } = sentence;
  const { colon, parentheses, verdicts, ...labels } = labelsOf(receipt);
  const line = (part: Piece['part'], words: string) =>
    inside('<div class="text" dir="auto">', { part, sentence: index, text: words }, '</div>\n');
  const decision = parentheses.join(escapeHtml(describeDecision(receipt, sentence)));
  return [
    {
      part: 'verdict',
      sentence: index,
      text: `<li><strong class="${verdict}">${verdicts[verdict]}</strong>${decision}\n`,
    },
    ...line('text', text),
    ...listFindings(receipt, sentence).flatMap((finding) => line('finding', finding)),
    ...(reason === '' ? [] : line('reason', `${labels.reason}${colon}${reason}`)),
    ...passages.flatMap((passage) =>
      inside(
        `<div>${passageLabel(receipt, sentence)}${colon.trim()}</div><blockquote class="text" dir="auto">`,
        { part: 'passage', sentence: index, text: passage },
        '</blockquote>\n',
      ),
    ),
    { part: 'page', sentence: null, text: '</li>\n' },
  ];
}

/** Puts the words of a piece into an element of the page. */
function inside(start: string, piece: Piece, end: string): Piece[] {
  return [
    { part: 'page', sentence: null, text: start },
    { ...piece, text: escapeHtml(piece.text) },
    { part: 'page', sentence: null, text: end },
  ];
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Brings the white space and entities of a page into one form. Its tags stay, because a changed style can hide a
 * sentence. Comments are only left out if no browser can read an element into them.
 */
export function readHtml(html: string): string {
  return Array.from(html.replace(/<!--[^<>]*-->/g, '').matchAll(/<[^<>]*>|[^<]+|</g), ([token]) =>
    token.startsWith('<') ? readTag(token) : escapeHtml(readEntities(token)),
  )
    .filter((token) => token.trim() !== '')
    .join('\n');
}

function readTag(tag: string): string {
  const name = /^<[/!]?[a-z0-9]+/i.exec(tag)?.[0] ?? '';
  return name.toLowerCase() + tag.slice(name.length);
}

const entities = new Map(
  Object.entries<string>({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }),
);

function readEntities(text: string): string {
  return text.replace(/&(?:([a-z]{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The words in a part of a page. */
export function htmlText(html: string): string {
  return readEntities(html.replace(/<[^<>]*>/g, '\n'));
}
