export const sections = [
  'models',
  'agents',
  'summaries',
  'templates',
  'spending',
  'storage',
  'appearance',
  'about',
] as const;
export type Section = (typeof sections)[number];

/** Null if the URL names no section. */
export function parseSection(named: string): Section | null {
  return sections.find((section) => section === named) ?? null;
}
