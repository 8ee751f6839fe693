import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './program.ts';

const root = join(import.meta.dirname, '..', '..');

/** Builds the program that tests start, if a source file is newer than the last build. */
export default function setup(): void {
  if (isBuilt()) return;
  console.log('Building Precis for the tests that start it …');
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

function isBuilt(): boolean {
  const builtAt = statSync(program.replace('bin/precis.cjs', 'dist/precis.js'), {
    throwIfNoEntry: false,
  })?.mtimeMs;
  if (builtAt === undefined) return false;
  const sources = globSync(['src/**/*.*', 'publish/**/*.*', 'config/**/*.*', 'package-lock.json'], {
    cwd: root,
  });
  return sources.every((file) => file.includes('.test.') || statSync(join(root, file)).mtimeMs <= builtAt);
}
