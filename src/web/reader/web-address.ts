/** Returns a URL that is safe to link to, because feeds can contain anything. */
export function safeUrl(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** Adds a scheme to a URL, because people leave it out. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
