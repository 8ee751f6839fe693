/** The appearance settings in display order, each with its default. */
export const looks = {
  theme: { usual: 'system', values: ['system', 'light', 'sepia', 'dark', 'black'] },
  font: { usual: 'serif', values: ['serif', 'sans', 'system', 'easy'] },
  size: { usual: 'medium', values: ['smallest', 'small', 'medium', 'large', 'largest'] },
  leading: { usual: 'normal', values: ['tight', 'normal', 'loose'] },
  measure: { usual: 'normal', values: ['narrow', 'normal', 'wide'] },
  align: { usual: 'start', values: ['start', 'justify'] },
  density: { usual: 'comfortable', values: ['compact', 'comfortable', 'cards'] },
} as const satisfies Record<string, { usual: string; values: readonly string[] }>;

export type LookPart = keyof typeof looks;
export type Look<Part extends LookPart> = (typeof looks)[Part]['values'][number];

export const lookParts = Object.keys(looks) as LookPart[];

export function lookKey(part: LookPart): string {
  return `precis.${part}`;
}

export function parseLook<Part extends LookPart>(part: Part, stored: string | null): Look<Part> {
  const values: readonly Look<Part>[] = looks[part].values;
  return values.find((value) => value === stored) ?? looks[part].usual;
}
