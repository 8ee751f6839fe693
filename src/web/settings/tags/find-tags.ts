import type { Tag } from '#schema/tags/tag-wire.ts';

/** The tags whose name or synonym contains the text, in the order given. */
export function findTags(tags: readonly Tag[], text: string): Tag[] {
  const wanted = plain(text);
  return tags.filter(({ name, synonyms }) =>
    [name, ...synonyms].some((word) => plain(word).includes(wanted)),
  );
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
