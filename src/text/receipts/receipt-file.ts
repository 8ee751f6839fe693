import { AppError } from '#schema/app-error.ts';
import {
  type Receipt,
  type ReceiptFormat,
  receiptSchema,
  receiptVersionSchema,
} from '#schema/runs/receipt.ts';
import { parseBoundedJson } from '#schema/text/bounded-json.ts';
import { htmlPieces } from './render-html.ts';
import { markdownPieces } from './render-markdown.ts';

/** The text of a file, divided into what it shows and its data. */
export interface Divided {
  shown: string;
  data: string;
}

const commentStart = /<!--\s{0,9}precis-receipt\s/g;
const scriptStart = '<script type="application/json" id="precis-receipt">';
const lineLength = 76;

/**
 * Writes the data as a comment in Base64, whose blanks mean nothing, so that editors and mail programs may wrap it
 * anywhere.
 */
function toComment(receipt: Receipt): string {
  const bytes = new TextEncoder().encode(JSON.stringify(receipt));
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const encoded = btoa(binary).replaceAll('=', '');
  const lines: string[] = [];
  for (let at = 0; at < encoded.length; at += lineLength) lines.push(encoded.slice(at, at + lineLength));
  return `<!-- precis-receipt\n${lines.join('\n')}\n-->\n`;
}

function toScript(receipt: Receipt): string {
  const json = JSON.stringify(receipt).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return `${scriptStart}${json}</script>\n`;
}

/** Divides a Markdown file, or returns null if it has no comment with data. */
export function divideMarkdown(markdown: string): Divided | null {
  const found = Array.from(markdown.matchAll(commentStart)).at(-1);
  if (found === undefined) return null;
  const start = found.index + found[0].length;
  const end = markdown.indexOf('-->', start);
  if (end === -1) return null;
  const shown = `${markdown.slice(0, found.index)}\n${markdown.slice(end + '-->'.length)}`;
  return { shown, data: decode(markdown.slice(start, end)) };
}

/** Divides an HTML file, or returns null if it has no element with data. */
export function divideHtml(html: string): Divided | null {
  const at = html.indexOf(scriptStart);
  if (at === -1) return null;
  const start = at + scriptStart.length;
  const end = html.indexOf('<', start);
  const close = '</script>';
  if (html.slice(end, end + close.length).toLowerCase() !== close) return null;
  return { shown: html.slice(0, at) + html.slice(end + close.length), data: html.slice(start, end) };
}

/**
 * Reads the data of a receipt, or returns null for other data. Throws AppError `invalid_input` for a later version.
 */
export function parseData(data: string): Receipt | null {
  // An editor that wraps lines puts line breaks into the strings, where JSON allows none.
  const value = readJson(data) ?? readJson(data.replace(/\s+/g, ' '));
  const version = receiptVersionSchema.safeParse(value).data?.precisReceipt ?? 1;
  if (version > 2)
    throw new AppError('invalid_input', 'This receipt was made by a newer version of Precis. Update Precis.');
  return receiptSchema.safeParse(value).data ?? null;
}

function readJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

function decode(encoded: string): string {
  try {
    const binary = atob(encoded.replace(/[\s>]+/g, ''));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return '';
  }
}

/** Renders a receipt as a whole file. */
export function renderReceipt(receipt: Receipt, format: ReceiptFormat): string {
  if (format === 'json') return `${JSON.stringify(receipt, null, 2)}\n`;
  const texts = (format === 'md' ? markdownPieces(receipt) : htmlPieces(receipt)).map(({ text }) => text);
  if (format === 'md') return `${texts.join('')}\n${toComment(receipt)}`;
  return [...texts.slice(0, -1), toScript(receipt), texts.at(-1)].join('');
}
