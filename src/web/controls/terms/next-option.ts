/** The option an arrow key leads to, wrapping at the ends; null if there is none. */
export function nextOption(ids: readonly string[], current: string | null, by: 1 | -1): string | null {
  const at = current === null ? -1 : ids.indexOf(current);
  if (at === -1) return ids.at(by === 1 ? 0 : -1) ?? null;
  return ids[(at + by + ids.length) % ids.length] ?? null;
}
