/** At most so many characters of a text, never half of a surrogate pair. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/** The same, with a line that says how much is missing. */
export function cutWithCount(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = cutCharacters(text, most);
  return `${kept}\n[${text.length - kept.length} more characters]`;
}
