import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from './curl-line.ts';

test('is read by a shell as one command with one body, whatever the texts contain', () => {
  const texts = { user: 'It\'s "5 $HOME `x`', assistant: 'Done!\nSaved\\.' };
  const line = curlLine('http://127.0.0.1:37777', texts);
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const words = execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
  expect(words.slice(0, 4)).toEqual([
    'http://127.0.0.1:37777/api/conversations/first/turns',
    '-H',
    'content-type: application/json',
    '-d',
  ]);
  expect(JSON.parse(words[4] ?? '')).toEqual({ user_message: texts.user, final_response: texts.assistant });
  expect(words).toHaveLength(5);
});
