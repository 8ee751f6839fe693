export type SafeLink =
  /** A place of this app. */
  { kind: 'in-app'; path: string } | { kind: 'outside'; url: string };

/** Any address will do: it only shows whether another one stays on the same origin. */
const origin = 'https://app.invalid';

/** Where a link of a message may lead; null: nowhere. Messages say whatever a model or a quoted page says. */
export function safeLink(href: string): SafeLink | null {
  const address = href.trim();
  if (address.startsWith('/')) {
    // Browsers read "//host" and "/\host" as another host.
    const url = URL.parse(address, origin);
    return url?.origin === origin ? { kind: 'in-app', path: url.pathname + url.search + url.hash } : null;
  }
  const url = URL.parse(address);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return null;
  return { kind: 'outside', url: url.href };
}
