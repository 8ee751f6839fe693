/** Words that tell notes from references in the fragments of common tools: `fn:1` and `fnref:1`, `cite_note-a`. */
const fillers = /user-content|footnotes?|endnotes?|cite|note|anchor|back|link|ref|ftn|edn|fn|[^\p{L}\p{N}]/gu;
const longestReference = 8;

/** What a note and the reference to it have in common; null for a fragment that names neither. */
export function footnoteKey(hash: string): string | null {
  const written = decode(hash.slice(1)).toLowerCase();
  const key = written.replaceAll(fillers, '');
  // A heading's fragment has nothing to remove.
  return key === '' || key === written ? null : key;
}

/**
 * The keys that a link back may share with its note. Where a note has several references, theirs end in a number:
 * `cite_ref-harbour_3-0` and `cite_ref-harbour_3-1` belong to `cite_note-harbour-3`.
 */
export function backLinkKeys(hash: string): string[] {
  const keys = [footnoteKey(hash), footnoteKey(hash.replace(/(?:[-:]|%3A)\d{1,4}$/i, ''))];
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Whether a link leads from a note back to its reference. */
export function isBackLink(hash: string, text: string): boolean {
  return /ref|anchor|back/i.test(hash) || /[↩↑⏎⤴^]/u.test(text);
}

/** Whether a link looks like the mark of a note: a number, a letter or a sign. */
export function isReference(text: string): boolean {
  const mark = text.trim();
  if (mark === '' || mark.length > longestReference || /\s/.test(mark)) return false;
  return (mark.match(/\p{L}/gu) ?? []).length <= 1;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
