export type SafeLink =
  /** A path inside this app. */
  { kind: 'in-app'; path: string } | { kind: 'outside'; url: string };

/** Any origin works: it only shows whether a URL stays on the same origin. */
const origin = 'https://app.invalid';

/** Where a link in a message may lead; null if nowhere. Messages contain whatever a model or a quoted page says. */
export function safeLink(href: string): SafeLink | null {
  const address = href.trim();
  if (address.startsWith('/')) {
    // Browsers treat "//host" and "/\host" as another host.
    const url = URL.parse(address, origin);
    return url?.origin === origin ? { kind: 'in-app', path: url.pathname + url.search + url.hash } : null;
  }
  const url = URL.parse(address);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return null;
  return { kind: 'outside', url: url.href };
}
