import type { TagId } from '#schema/tags/tag.ts';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { tagKey } from '#text/tags/tag-name.ts';

export interface TagOption {
  /** Null: the name is new to the library. */
  tagId: TagId | null;
  name: string;
  /** The synonym that matched instead of the name. */
  synonym: string | null;
}

interface Matching {
  /** Tags that cannot be chosen. */
  without?: ReadonlySet<TagId>;
  /** Whether a name that no tag has can be chosen. */
  allowsNew: boolean;
}

const mostOptions = 8;

/** What typed text may mean, best first: a tag that begins so, a new one, then tags that contain it. */
export function matchTags(
  library: readonly Tag[],
  typed: string,
  { without = new Set(), allowsNew }: Matching,
): TagOption[] {
  const name = typed.trim().replace(/\s+/g, ' ');
  const wanted = tagKey(name);
  if (wanted === '') return [];
  const found = library.flatMap((tag) => {
    const match = rankTag(tag, wanted);
    return match === null ? [] : [{ tag, ...match }];
  });
  found.sort((first, second) => first.rank - second.rank || second.tag.entries - first.tag.entries);
  const options = found
    .filter(({ tag }) => !without.has(tag.id))
    .map(({ tag, rank, synonym }) => ({ rank, option: { tagId: tag.id, name: tag.name, synonym } }));
  const isKnown = found.some(({ rank }) => rank === 0);
  if (!allowsNew || isKnown) return options.slice(0, mostOptions).map(({ option }) => option);
  const begin = options.filter(({ rank }) => rank === 1);
  const rest = options.filter(({ rank }) => rank > 1);
  const added = { option: { tagId: null, name, synonym: null } };
  return [...begin.slice(0, mostOptions - 1), added, ...rest]
    .slice(0, mostOptions)
    .map(({ option }) => option);
}

/** 0: the same name; 1: begins so; 2: a word of it begins so; 3: contains it. */
function rankTag(tag: Tag, wanted: string): { rank: number; synonym: string | null } | null {
  const names = [null, ...tag.synonyms].map((synonym) => ({
    synonym,
    rank: rankKey(tagKey(synonym ?? tag.name), wanted),
  }));
  return names.reduce<{ rank: number; synonym: string | null } | null>(
    (best, { rank, synonym }) =>
      rank === null || (best !== null && best.rank <= rank) ? best : { rank, synonym },
    null,
  );
}

function rankKey(key: string, wanted: string): number | null {
  if (key === wanted) return 0;
  if (key.startsWith(wanted)) return 1;
  if (key.includes(` ${wanted}`)) return 2;
  return key.includes(wanted) ? 3 : null;
}
