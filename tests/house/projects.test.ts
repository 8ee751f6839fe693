import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import config from '../../vitest.config.ts';

const root = join(import.meta.dirname, '..', '..');
const projects = z
  .array(
    z.object({
      test: z.object({
        name: z.string(),
        include: z.array(z.string()),
        exclude: z.array(z.string()).default([]),
        provide: z.object({ share: z.number() }).optional(),
      }),
    }),
  )
  .parse(config.test?.projects)
  .map((each) => ({
    ...each.test,
    files: find(each.test.include, each.test.exclude),
  }));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

function find(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  return globSync([...patterns], { cwd: root, exclude: [...exclude] });
}

function projectsOf(script: string): string[] {
  return Array.from((scripts[script] ?? '').matchAll(/--project (\S+)/g), ([, name = '']) => name);
}

test('npm test and test:rest run every project, each once', () => {
  const run = [...projectsOf('test'), ...projectsOf('test:rest')];
  expect(run.toSorted()).toEqual(projects.map(({ name }) => name).toSorted());
});

test('every test file belongs to a project', () => {
  const all = find(['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}']);
  const run = new Set(projects.flatMap(({ files }) => files));
  expect(all.filter((file) => !run.has(file))).toEqual([]);
});

test('what npm test runs in part, test:rest runs in full', () => {
  const rest = new Set(projectsOf('test:rest'));
  const inFull = new Set(projects.filter(({ name }) => rest.has(name)).flatMap(({ files }) => files));
  for (const { name, files, provide } of projects) {
    if (provide === undefined || provide.share === 1) continue;
    const sampled = files.filter(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(/^import .* from '#tests\/setup\/share\.ts';$/m) !==
        null,
    );
    expect({ name, lost: sampled.filter((file) => !inFull.has(file)) }).toEqual({ name, lost: [] });
  }
});
