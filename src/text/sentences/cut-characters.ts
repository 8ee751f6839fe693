/** At most so many characters of a text, never half of a surrogate pair. */
export function cutCharacters(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The same, with a line that says how much is missing. */
export function cutWithCount(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = cutCharacters(text, most);
  return `${kept}\n[${text.length - kept.length} more characters]`;
}
