import { describe, expect, test } from 'vitest';
import { readAgentFile } from './read-agent-file.ts';

describe('a file with an agent', () => {
  test('is read with what it leaves out filled in', () => {
    const file = readAgentFile('{"name":"A","llm":{"model":"default"}}');
    expect(file.ok && file.config.memory.policy).toBe('adaptive');
  });

  test('is refused with the fields that are wrong or unknown', () => {
    const file = readAgentFile('{"name":"A","llm":{"model":"m","temperatur":1},"memory":{"policy":"none"}}');
    expect(file.ok).toBe(false);
    const told = file.ok ? '' : file.findings.join('\n');
    expect(told).toContain('llm: Unrecognized key: "temperatur"');
    expect(told).toContain('memory.policy: ');
  });

  test('is refused when it is no JSON', () => {
    expect(readAgentFile('name: A')).toEqual({ ok: false, reason: 'not-json', findings: [] });
  });
});
