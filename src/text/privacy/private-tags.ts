import { longestTagStart, tagPattern } from './tag-pattern.ts';

const privateTag = tagPattern('private');
/** Quick to look for, and part of every tag. */
const privateName = /private/i;
/** A tag that never ends is no closing one: what follows it may still be meant to be hidden. */
const closingEnd = /[^<>＜＞&\\]{0,200}(?:[>＞]|&gt;|\\u003e)/iuy;

export interface StrippedText {
  text: string;
  /** Nothing else was there but signs: a shell may have put the private text in quotation marks. */
  isEntirelyPrivate: boolean;
  /** What stood between the tags. */
  hidden: string[];
  /** How many openings still want their end: what belongs to the text and comes after it is private too. */
  openTags: number;
}

/**
 * Removes what stands between `<private>` and `</private>`. In doubt more is removed, never less: an opening without an
 * end hides the rest, an end without an opening hides what is before it, and inner openings want an end of their own.
 */
export function stripPrivate(text: string): StrippedText {
  if (!mayHoldPrivate(text)) return { text, isEntirelyPrivate: false, hidden: [], openTags: 0 };
  const shown = createShown();
  const hidden: string[] = [];
  let shownFrom = 0;
  let hiddenFrom = 0;
  let depth = 0;
  let isTouched = false;

  for (const tag of text.matchAll(privateTag)) {
    isTouched = true;
    const afterName = tag.index + tag[0].length;
    if (!tag[0].includes('/')) {
      if (depth === 0) {
        shown.add(text.slice(shownFrom, tag.index));
        hiddenFrom = endOfTag(text, afterName);
      }
      depth += 1;
      continue;
    }
    shownFrom = endOfTag(text, afterName);
    const isEnded = shownFrom > afterName;
    if (depth === 0) {
      hidden.push(text.slice(hiddenFrom, tag.index));
      shown.clear();
    } else if (isEnded) {
      depth -= 1;
      if (depth === 0) hidden.push(text.slice(hiddenFrom, tag.index));
    }
    hiddenFrom = depth === 0 ? shownFrom : hiddenFrom;
    if (depth === 0 && shown.makesTag(text.slice(shownFrom, shownFrom + longestTagStart))) depth = 1;
  }

  if (!isTouched) return { text, isEntirelyPrivate: false, hidden, openTags: 0 };
  if (depth === 0) shown.add(text.slice(shownFrom));
  else hidden.push(text.slice(hiddenFrom));
  const stripped = shown.text();
  return { text: stripped, isEntirelyPrivate: !hasWords(stripped), hidden, openTags: depth };
}

/** False: it has no private part. */
export function mayHoldPrivate(text: string): boolean {
  return privateName.test(text);
}

/** Whether a text says anything: signs alone do not. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function endOfTag(text: string, afterName: number): number {
  closingEnd.lastIndex = afterName;
  return closingEnd.test(text) ? closingEnd.lastIndex : afterName;
}

/** Gathers what is shown. Only its short end is looked at again, so that many tags cost no more than one. */
function createShown() {
  let parts: string[] = [];
  let end = '';
  return {
    add(part: string): void {
      end += part;
      parts.push(end.slice(0, -longestTagStart));
      end = end.slice(-longestTagStart);
    },
    clear(): void {
      parts = [];
      end = '';
    },
    /** Whether a tag comes into being where the next part is joined; its beginning is removed. */
    makesTag(next: string): boolean {
      const made = (end + next).matchAll(privateTag).find(({ index }) => index < end.length);
      if (made === undefined) return false;
      end = end.slice(0, made.index);
      return true;
    },
    text: (): string => parts.join('') + end,
  };
}
