import { describe, expect, test } from 'vitest';
import { mapFields } from '#schema/field-table.ts';
import { modelProfileInputSchema } from './model-profile.ts';
import { callSettingsOf, profileNumbers, readProfileNumber, toProfileInput } from './profile-fields.ts';

const first = { id: 'x', name: 'x', provider: 'openai', model: 'x' };

describe('the numbers of a model profile', () => {
  test('are saved as they were entered, each under its own path', () => {
    const numbers = [300, 7, 0.5];
    const entered = mapFields(profileNumbers, ({ value }) =>
      numbers.find((each) => value.safeParse(each).success),
    );
    const profile = modelProfileInputSchema.parse({ ...first, ...toProfileInput(entered) });
    const saved = mapFields(profileNumbers, (_, name) => readProfileNumber(profile, name));
    expect(saved).toEqual(entered);
  });

  test('have flags that differ', () => {
    const flags = Object.values(profileNumbers).map(({ flag }) => flag);
    expect(new Set(flags).size).toBe(flags.length);
  });

  test('are sent with a call only if they are meant for the model and set', () => {
    expect(callSettingsOf(modelProfileInputSchema.parse(first))).toEqual({});
    expect(callSettingsOf(modelProfileInputSchema.parse({ ...first, temperature: 0 }))).toEqual({
      temperature: 0,
    });
  });
});
