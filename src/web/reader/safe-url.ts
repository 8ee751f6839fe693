/** An address that a link may lead to; feeds name whatever they like. */
export function safeUrl(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
