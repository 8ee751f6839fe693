/** A URL that is safe to link to; feeds can contain anything. */
export function safeUrl(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
