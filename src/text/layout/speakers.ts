import { isHeader } from './line-marks.ts';
import { isFinished, type Line } from './lines.ts';
import type { Breaks } from './wrapping.ts';

const SPEAKER =
  /^(?:\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\)?\]?\s*)?([#@*]{0,2}[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’#_\-()（）]{0,38}?)[*]{0,2}\s?[:：][*]{0,2}(?=\s|[^\s\d/\\])/u;
const NAME = /^[^\p{Ll}\s]\S*(?: [^\p{Ll}\s]\S*)*$/u;
const LONGEST_LABEL = 80;

/**
 * Who speaks on each line that says so. Speakers count as such when labels repeat or fill most lines: one
 * "Note: …" is no dialog. A label in the middle of a paragraph counts only where it is a
 * name after the end of a sentence, or begins a paragraph elsewhere.
 */
export function findSpeakers(lines: readonly Line[], { continues }: Breaks): Map<number, string> {
  const labels = new Map<number, string>();
  const counts = new Map<string, number>();
  const interrupts = (at: number, label: string): boolean =>
    continues[at] === true && !(isFinished(lines[at - 1]) && NAME.test(label));
  lines.forEach((line, at) => {
    const label = labelOf(continues[at + 1] === true ? `${line.text} ` : line.text);
    if (label === undefined) return;
    labels.set(at, label);
    counts.set(label, (counts.get(label) ?? 0) + (interrupts(at, label) ? 0 : 1));
  });
  for (const [at, label] of labels) if ((counts.get(label) ?? 0) === 0) labels.delete(at);
  // Only lines that surely begin something are evidence, so that it is the same however the text is wrapped.
  const starts = continues.filter((goesOn) => !goesOn).length;
  const labelled = [...labels].filter(([at]) => continues[at] !== true).map(([, label]) => label);
  const repeated = labelled.filter((label) => (counts.get(label) ?? 0) > 1).length;
  const enough =
    labelled.length >= 2 &&
    new Set(labels.values()).size >= 2 &&
    (labelled.length * 2 >= starts || repeated * 4 >= starts);
  return enough ? labels : new Map();
}

function labelOf(text: string): string | undefined {
  const label = SPEAKER.exec(text.length > LONGEST_LABEL ? text.slice(0, LONGEST_LABEL) : text)?.[1];
  return label === undefined || label.split(' ').length > 5 || isHeader(text) ? undefined : label;
}
