import { describe, expect, test } from 'vitest';
import { createFitTest } from './fit-batch.ts';

const sources = [
  'The harbour of Lunde was closed for 11 days after the storm of 3 March 1987.',
  'Divers found <1>two barges</1>, said Anna Bergström of the port authority.',
  'Nobody was hurt, and the ferries run again.',
  'A crane ship from Rotterdam lifted 4,300 tonnes of stone.',
];
const targets = [
  'Der Hafen von Lunde war nach dem Sturm vom 3. März 1987 elf Tage geschlossen.',
  'Taucher fanden <1>zwei Lastkähne</1>, sagte Anna Bergström von der Hafenbehörde.',
  'Niemand wurde verletzt, und die Fähren fahren wieder.',
  'Ein Kranschiff aus Rotterdam hob 4.300 Tonnen Stein.',
];

describe('the fit of a translation', () => {
  const { fitOf, isOverlong } = createFitTest(sources);

  test('is its own where it has a name or number of its source', () => {
    expect(targets.map((text, index) => fitOf(index, text))).toEqual(['own', 'own', 'unknown', 'own']);
  });

  test('is another where it was swapped or shifted', () => {
    expect(fitOf(0, targets[1] ?? '')).toBe('other');
    expect(fitOf(2, targets[3] ?? '')).toBe('other');
  });

  test('is both where two were merged', () => {
    expect(fitOf(0, `${targets[0]} ${targets[1]}`)).toBe('both');
    const others = targets.map((text, index) => ({ index, text }));
    expect(isOverlong(2, `${targets[2]} ${targets[2]}`, others)).toBe(true);
    expect(isOverlong(2, targets[2] ?? '', others)).toBe(false);
  });
});
