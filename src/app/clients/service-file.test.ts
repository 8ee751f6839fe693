import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#app/read-config.ts';
import { describeService } from './service-file.ts';

const config = readConfig({
  HOME: '/home/me',
  PRECIS_HOME: '/data/100% "mine" & <yours>',
  PRECIS_TOKEN: 'a-token-of-some-length',
});

describe('the file of a service', () => {
  test('is a unit of systemd, with special characters escaped', () => {
    const { file, text, on } = describeService('linux', config);
    expect(file).toBe(join('/home/me', '.config', 'systemd', 'user', 'precis.service'));
    expect(text).toMatch(/^ExecStart="[^"]+" "--max-semi-space-size=4" .*".+precis\.cjs" "serve"$/m);
    expect(text).toContain('Environment="PRECIS_HOME=/data/100%% \\"mine\\" & <yours>"\n');
    expect(on).toEqual(['systemctl --user daemon-reload', 'systemctl --user enable --now precis']);
  });

  test('is a property list of launchd, and a task of Windows', () => {
    const list = describeService('darwin', config);
    expect(list.file).toBe(join('/home/me', 'Library', 'LaunchAgents', 'dev.precis.worker.plist'));
    expect(list.text).toContain('<string>/data/100% &quot;mine&quot; &amp; &lt;yours&gt;</string>');
    expect(describeService('win32', config).text).toContain('<LogonTrigger>');
  });

  test('never holds the token', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(describeService(platform, config).text).not.toContain('a-token-of-some-length');
  });
});
