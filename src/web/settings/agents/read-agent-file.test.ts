import { describe, expect, test } from 'vitest';
import { readAgentFile } from './agent-draft.ts';

describe('a file with an agent', () => {
  test('is read with missing values filled in', () => {
    const file = readAgentFile('{"name":"A","llm":{"model":"default"}}');
    expect(file.ok && file.config.memory.policy).toBe('adaptive');
  });

  test('is rejected with the fields that are wrong or unknown', () => {
    const file = readAgentFile('{"name":"A","llm":{"model":"m","temperatur":1},"memory":{"policy":"none"}}');
    expect(file.ok).toBe(false);
    const told = file.ok ? '' : file.findings.join('\n');
    expect(told).toContain('llm: Unknown field: “temperatur”.');
    expect(told).toContain('memory.policy: ');
  });

  test('is rejected if it is not JSON', () => {
    expect(readAgentFile('name: A')).toEqual({ ok: false, reason: 'not-json', findings: [] });
  });
});
