import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

describe('the examples, from a clone', () => {
  test.each([
    ['langgraph-agent.ts', 'turns: 13, live messages: 10'],
    ['ai-sdk-chat.ts', '20 messages in all, 10 of them in the summary'],
  ])('%s is shorter than 60 lines and runs without a build, a key or the network', (file, said) => {
    expect(readFileSync(join(root, 'examples', file), 'utf8').split('\n').length).toBeLessThanOrEqual(60);
    const command = ['--import', './examples/use-source.ts', join('examples', file)];
    expect(execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' })).toContain(said);
  });
});
