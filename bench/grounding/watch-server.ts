import type { ChildProcess } from 'node:child_process';

/**
 * Ends the bench and its server together. Without the server a lane would wait forever, and without the bench the
 * server would stay.
 */
export function watchServer() {
  let isNeeded = true;
  return {
    begin(child: ChildProcess) {
      process.once('exit', () => child.kill('SIGKILL'));
      child.once('exit', () => {
        if (!isNeeded) return;
        console.error('The server exited before all checks were done.');
        process.exit(1);
      });
    },
    end() {
      isNeeded = false;
    },
  };
}
