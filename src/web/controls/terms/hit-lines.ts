import type { SessionHit } from '#schema/sessions/sessions-wire.ts';

/** A hit in two lines without repetition: a tool by its name, a short prompt only once. */
export function hitLines({ kind, title, excerpt }: Pick<SessionHit, 'kind' | 'title' | 'excerpt'>): {
  title: string;
  excerpt: string;
} {
  if (kind === 'observation' && title.includes(': '))
    return { title: title.slice(0, title.indexOf(': ')), excerpt };
  return { title, excerpt: excerpt === title ? '' : excerpt };
}
