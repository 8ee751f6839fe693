import type { TagRef } from '#schema/tags/tag.ts';
import { maxTagCharacters, type Tag } from '#schema/tags/tag-wire.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { TagRefusal } from './tag-field.tsx';

interface Refusing {
  library: readonly Tag[];
  /** Those that the entry has. */
  tags: readonly TagRef[];
  words: Strings['tags'];
}

/** Why an entry cannot get the typed tag; null: it can. */
export function refuseTag(typed: string, { library, tags, words }: Refusing): TagRefusal | null {
  const name = typed.trim();
  if (name.length > maxTagCharacters) return { message: words.tooLong(maxTagCharacters, name.length) };
  const wanted = tagKey(name);
  if (wanted === '') return { message: words.notAName };
  const known = library.find((tag) => [tag.name, ...tag.synonyms].some((other) => tagKey(other) === wanted));
  const own = tags.find((tag) => tag.id === known?.id || tagKey(tag.name) === wanted);
  return own === undefined ? null : { message: words.alreadyAdded(own.name), isDone: true };
}
