import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeParts } from '#web/reader/article/code/code-parts.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light: light ?? '', dark: dark ?? '' }],
  ),
);

/** The sepia and black themes override some colours of the light and dark ones. */
const overrides = new Map(
  [...css.matchAll(/\[data-theme="(sepia|black)"\] \{([^}]*)\}/g)].map(([, theme, body]) => [
    theme,
    new Map([...(body ?? '').matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex])),
  ]),
);
const themes = { light: 'light', dark: 'dark', sepia: 'light', black: 'dark' } as const;

function colour(name: string, theme: keyof typeof themes): string {
  return overrides.get(theme)?.get(name) ?? tokens.get(name)?.[themes[theme]] ?? '';
}

const grounds = ['paper', 'surface', 'sunken'];
const textPairs = [
  ...grounds.flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
    ['accent', ground],
    ['danger', ground],
    ['caution', ground],
  ]),
  ['accent-ink', 'accent'],
  ['accent', 'accent-wash'],
  ['ink', 'accent-wash'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
  ['caution', 'caution-wash'],
  ['ink', 'caution-wash'],
  ['ink', 'passage'],
  ...codeParts.map((part) => [`code-${part}`, 'sunken']),
] as [string, string][];

describe.each(Object.keys(themes) as (keyof typeof themes)[])('the %s theme', (theme) => {
  test.each(textPairs)('has text of %s readable on %s (WCAG AA, 4.5)', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('has control edges visible on %s (WCAG AA, 3)', (ground) => {
    expect(contrast('edge', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

function contrast(first: string, second: string, theme: keyof typeof themes): number {
  const [lighter, darker] = [first, second]
    .map((name) => luminance(colour(name, theme)))
    .sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Calculates relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  if (hex === '') throw new Error('no such colour');
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
