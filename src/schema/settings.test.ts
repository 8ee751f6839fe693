import { expect, test } from 'vitest';
import { defaultSettings, settingsPatchSchema, settingsSchema, storedSettingsSchema } from './settings.ts';

test('the default of every setting is a valid value', () => {
  expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
  expect(settingsPatchSchema.parse(defaultSettings)).toEqual(defaultSettings);
});

test('a stored mode of an earlier version is read as what it means now, and no longer accepted', () => {
  const stored = { check: { mode: 'undecided' } };
  expect(storedSettingsSchema.parse(stored)).toEqual({ check: { mode: 'all' } });
  expect(settingsPatchSchema.safeParse(stored).success).toBe(false);
});
