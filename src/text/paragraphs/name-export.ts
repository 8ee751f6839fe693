interface Exported {
  layout: 'original' | 'both' | 'translation';
  /** Null: not known. */
  source: string | null;
  language: string;
}

/** Leaves room for the languages in the name of a file. */
const mostCharacters = 66;

/** The name of an exported article, without an extension: “Title (de)”, or “Title (en, de)” with both texts. */
export function nameExport(title: string, { layout, source, language }: Exported): string {
  const languages = { original: [], both: [source, language], translation: [language] }[layout];
  const known = languages.filter((code) => code !== null);
  const name = [...title].slice(0, mostCharacters).join('').trim();
  return known.length === 0 ? name : `${name} (${known.join(', ')})`;
}
