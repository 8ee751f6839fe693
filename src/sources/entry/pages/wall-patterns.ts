import patterns from './wall-patterns.json' with { type: 'json' };

export type WallKind = 'robot' | 'script' | 'cookies' | 'paywall' | 'login';

/** What pages say in place of an article, in lower case with plain apostrophes and single spaces. */
export const wallPatterns = Object.entries(patterns).map(([kind, list]) => ({
  kind: kind as WallKind,
  pattern: new RegExp(list.join('|'), 'u'),
}));
