interface Exported {
  layout: 'original' | 'both' | 'translation';
  /** The language of the source, or null if it is unknown. */
  source: string | null;
  language: string;
}

/** This length leaves room for the languages in a file name. */
const mostCharacters = 66;

/** Names an exported article without an extension: “Title (de)”, or “Title (en, de)” with both texts. */
export function nameExport(title: string, { layout, source, language }: Exported): string {
  const languages = { original: [], both: [source, language], translation: [language] }[layout];
  const known = languages.filter((code) => code !== null);
  const name = [...title].slice(0, mostCharacters).join('').trim();
  return known.length === 0 ? name : `${name} (${known.join(', ')})`;
}
