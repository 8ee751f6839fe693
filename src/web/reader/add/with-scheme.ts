/** People leave out what every address begins with. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
