import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agentsFolder } from '#tests/clients/agents-folder.ts';

/** Installs the real coding agents while other tests run. The tests of the agents wait for it. */
export default function setup(): () => void {
  if (existsSync(agentsFolder)) return () => {};
  const program = join(import.meta.dirname, 'install-agents.ts');
  const installing = spawn(process.execPath, [program], { stdio: 'ignore', detached: true });
  return () => {
    // This also ends npm. The installation is over by now, unless the run was interrupted.
    if (installing.exitCode === null && installing.pid !== undefined) process.kill(-installing.pid);
  };
}
