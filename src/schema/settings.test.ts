import { expect, test } from 'vitest';
import { defaultSettings, settingsPatchSchema, settingsSchema } from './settings.ts';

test('the default of every setting is a valid value', () => {
  expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
  expect(settingsPatchSchema.parse(defaultSettings)).toEqual(defaultSettings);
});
