/** A drawing (SVG) may hold scripts; opened as a page, it gets no permissions. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Of an image that came from another site. */
export function imageHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, max-age=86400',
    'Content-Security-Policy': contentSecurityPolicy,
  };
}
