import { tagKey } from './tag-name.ts';

export interface TagSearch {
  /** Keys of tags; an entry must have all of them. */
  tags: string[];
  /** The same tags as they were written. */
  names: string[];
  /** What is left to search for. */
  text: string;
}

/** `tag:name` and `tag:"two words"`, at the beginning of a word. */
const operator = /(?<=^|\s)tag:(?:["“”„]([^"“”„]*)(?:["“”„]|$)|(\S*))/giu;
const mostTags = 8;

/** Takes the tags out of what a person typed into a search. A `tag:` without a name is still being typed. */
export function parseTagSearch(query: string): TagSearch {
  const names = new Map<string, string>();
  const text = query.replace(operator, (_, quoted: string | undefined, bare: string | undefined) => {
    const name = quoted ?? bare ?? '';
    const key = tagKey(name);
    if (key !== '' && !names.has(key)) names.set(key, name);
    return ' ';
  });
  return {
    tags: [...names.keys()].slice(0, mostTags),
    names: [...names.values()].slice(0, mostTags),
    text: text.trim(),
  };
}
