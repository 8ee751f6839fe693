import type { Sentence } from '#text/sentences/sentences.ts';
import passages from './passages.json' with { type: 'json' };

type Line = Pick<Sentence, 'kind' | 'paragraph' | 'text'>;

const ASIDE = new RegExp(
  String.raw`^[([【（*_|\s-]{0,3}(?:${passages.aside})[\p{L}\s/]{0,24}?\s?[:：|]`,
  'iu',
);
const CREDIT = new RegExp(String.raw`(?:${passages.credit})`, 'iu');
const LABEL_SIGN = /[:：|]/u;
const CAPTION =
  /^(?:图为|上图|下图|(?:[[【](?:写真|画像|図|動画|图|图片|视频|image|photo|picture|video|gallery|bild|foto|vidéo|vídeo)(?:・\p{L}{1,3})?[\]】:：])|[（(](?:图为|图：|图\/|图片|写真)|(?:(?:table|figure|fig|tab|abb|abbildung|tabelle|tableau|tabla|figura)\.? ?|[图表図] ?)\d{1,3}\s?[.:：—–-]|\d{1,2} (?:see|cf|vgl|siehe|voir|véase)(?!\p{L})|(?:\p{L}\. ?){0,3}[\p{L}’'-]{2,30} et al\. ?[/|] )/iu;
// A line of nothing but names: the authors of a paper, or its running head.
const NAMES =
  /^(?:(?:\p{Lu}\.[ -]?){1,3}(?:\p{Ll}{2,3} ){0,2}\p{Lu}[\p{L}'’-]{1,30}(?:,| and| &|;|$)?\s?){1,12}(?:et al\.?)?$/u;
const BYLINE = new RegExp(String.raw`^(?:${passages.byline})\s?[:：]?\s?\p{L}`, 'iu');
const DATED = new RegExp(String.raw`^[*_(（]{0,2}(?:${passages.dated})(?!\p{L})[^.!?。]{0,80}\d`, 'iu');
const FINISHED =
  /[.!?。！？…؟۔।:：;；,，、][\s"'”’»」』)\]）】*_`]*(?:\[[^\]]{1,20}\])*[\s\p{Extended_Pictographic}]*$/u;
// The end of a sentence with its quotation marks, notes and pictures is shorter than this.
const LONGEST_END = 60;
export const LONGEST_TITLE = 60;
export const LONGEST_LINE = 160;

export function isFinished(text: string): boolean {
  return FINISHED.test(text.length > LONGEST_END ? text.slice(-LONGEST_END) : text);
}

export function isAside(head: string): boolean {
  return LABEL_SIGN.test(head) && ASIDE.test(head);
}

/** Whether a paragraph is a note on the page: a caption, a byline, a date of publication. */
export function isNote({ text }: Pick<Line, 'text'>): boolean {
  const head = text.slice(0, LONGEST_LINE);
  if (isAside(head) || CAPTION.test(head)) return true;
  if (text.length <= LONGEST_LINE && NAMES.test(text)) return true;
  if (text.length > LONGEST_LINE || isFinished(text)) return false;
  return BYLINE.test(head) || DATED.test(head);
}

/**
 * Finds the paragraphs of one or two lines that name who took the picture, which describe the picture, and short
 * paragraphs that come again word for word, which are the head or foot of a page or the motto of a member.
 */
export function findCaptions(drafts: readonly Line[]): Set<number> {
  const found = new Set<number>();
  const said = new Map<string, number>();
  for (let at = 0, end = 0; at < drafts.length; at = end) {
    const paragraph = drafts[at]?.paragraph ?? 0;
    while (drafts[end]?.paragraph === paragraph) end++;
    const lines = drafts.slice(at, end);
    const text = lines.map((draft) => draft.text).join(' ');
    if (text.length > LONGEST_LINE * 2 || lines.some(({ kind }) => kind === 'turn')) continue;
    if (lines.some((draft) => CREDIT.test(draft.text))) found.add(paragraph);
    const before = said.get(text);
    if (before !== undefined && text.length <= LONGEST_TITLE && isFinished(text))
      found.add(before).add(paragraph);
    said.set(text, paragraph);
  }
  return found;
}
