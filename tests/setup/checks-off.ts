import { defaultSettings } from '#schema/settings.ts';

// By default a model checks each new summary. That call would disturb the tests that count the calls of scripted
// models, so only tests of checks turn it on. Servers in processes of their own get this from `turnChecksOff`.
defaultSettings.check.mode = 'off';
