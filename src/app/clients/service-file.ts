import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#app/read-config.ts';
import { serverCommand } from './launcher.ts';

/** A file that makes the system start the server when the user logs in, and the commands for the user. */
export interface ServiceFile {
  file: string;
  text: string;
  /** The commands that switch the service on and off. */
  on: string[];
  off: string[];
}

/**
 * The variables that say where the data is and where the server listens. The token is left out, because such files
 * are not secret.
 */
const kept = ['PRECIS_HOME', 'PRECIS_PORT', 'PRECIS_HOST', 'XDG_DATA_HOME'] as const;

export function describeService(platform: NodeJS.Platform, { home, env }: Config): ServiceFile {
  const command = [...serverCommand(), 'serve'];
  const variables = kept.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const user = env.HOME || homedir();
  if (platform === 'darwin') return describeLaunchd({ user, command, variables, home });
  if (platform === 'win32') return describeTask({ command, home });
  return describeSystemd({ config: env.XDG_CONFIG_HOME || join(user, '.config'), command, variables });
}

type Variables = readonly (readonly [name: string, value: string])[];

function describeSystemd(of: { config: string; command: string[]; variables: Variables }): ServiceFile {
  const file = join(of.config, 'systemd', 'user', 'precis.service');
  // In unit files, % begins a specifier and $ a variable.
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  const command = of.command.map((part) => quote(part).replaceAll('$', '$$$$')).join(' ');
  const text = [
    '# Written by precis service install.',
    '[Unit]',
    'Description=Precis',
    '',
    '[Service]',
    `ExecStart=${command}`,
    ...of.variables.map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    'Restart=on-failure',
    'RestartSec=5',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
  return {
    file,
    text,
    on: ['systemctl --user daemon-reload', 'systemctl --user enable --now precis'],
    off: ['systemctl --user disable --now precis'],
  };
}

function describeLaunchd(of: {
  user: string;
  command: string[];
  variables: Variables;
  home: string;
}): ServiceFile {
  const file = join(of.user, 'Library', 'LaunchAgents', 'dev.precis.worker.plist');
  const log = join(of.home, 'worker.log');
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by precis service install. -->
<plist version="1.0">
<dict>
  <key>Label</key><string>dev.precis.worker</string>
  <key>ProgramArguments</key>
  <array>${of.command.map((part) => `<string>${escapeXml(part)}</string>`).join('')}</array>
  <key>EnvironmentVariables</key>
  <dict>${of.variables.map(([name, value]) => `<key>${name}</key><string>${escapeXml(value)}</string>`).join('')}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>StandardErrorPath</key><string>${escapeXml(log)}</string>
</dict>
</plist>
`;
  return {
    file,
    text,
    on: [`launchctl load -w ${quoteForShell(file)}`],
    off: [`launchctl unload -w ${quoteForShell(file)}`],
  };
}

/** Describes a task for the scheduler, which passes on the user's own variables. */
function describeTask({ command, home }: { command: string[]; home: string }): ServiceFile {
  const file = join(home, 'precis-task.xml');
  const [program = '', ...args] = command;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Written by precis service install. -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>10</Count></RestartOnFailure>
  </Settings>
  <Actions>
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map((part) => `"${part}"`).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
  return {
    file,
    text,
    on: [`schtasks /Create /TN Precis /XML "${file}"`, 'schtasks /Run /TN Precis'],
    off: ['schtasks /Delete /TN Precis /F'],
  };
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
