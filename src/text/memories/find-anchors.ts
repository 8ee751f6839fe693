import type { MemoryAnchor } from '#schema/sessions/memory.ts';

const maxAnchors = 10;

const address = /\bhttps?:\/\/[^\s<>"'`)\]]{1,500}/giu;
const commit = /(?<![\w./-])(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}(?![\w/-])/gu;
/** With an ending, a leading dot or a trailing slash: "client/server" and "and/or" are no files. */
const file =
  /(?<![\w@./\\:-])(?:(?:~|\.{0,2})\/)?(?:[\w@.-]{1,80}\/){0,20}(?:[\w@-][\w@.-]{0,79}\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|md|mdx|txt|py|rs|go|java|kt|swift|rb|php|cs|c|h|cc|cpp|hpp|css|scss|html?|vue|svelte|sql|sh|ps1|bat|xml|csv|lock|env|ini|cfg|conf|gradle|proto|graphql|tf|ipynb)(?![\w/])|(?<=[\w@.-]\/)(?![\w@.-]))/gu;

/** Names of libraries that look like files. */
const library =
  /^(?:[A-Z][\w-]{0,40}|node|next|vue|nuxt|three|express|d3|chart|alpine|ember|moment|react|angular)\.js$/u;

/** Files, commits and addresses that a text names: what it says can be checked against them. */
export function findAnchors(text: string): MemoryAnchor[] {
  const plain = text.replace(address, ' ');
  const anchors: MemoryAnchor[] = [
    ...matches(plain, file)
      .filter((value) => !library.test(value))
      .map((value) => ({ kind: 'file' as const, value })),
    ...matches(plain, commit).map((value) => ({ kind: 'commit' as const, value })),
    ...matches(text, address).map((value) => ({
      kind: 'url' as const,
      value: value.replace(/[.,;:!?]{1,5}$/u, ''),
    })),
  ];
  return anchors.slice(0, maxAnchors);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([value]) => value))].filter((value) => value !== '');
}
