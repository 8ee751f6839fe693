import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretName, maskSecrets } from './mask-secrets.ts';

/** Joins the parts of a key here, so that no scanner takes this file for a leak. */
const join = (...parts: string[]): string => parts.join('');
const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';

describe('what looks like a key is masked', () => {
  test.each([
    ['OpenAI', join('sk-', 'proj-', letters)],
    ['Anthropic', join('sk-', 'ant-api03-', letters)],
    ['Stripe', join('sk_', 'live_', letters)],
    ['GitHub', join('gh', 'p_', letters)],
    ['a fine-grained GitHub token', join('github', '_pat_', letters)],
    ['GitLab', join('glpat', '-', letters)],
    ['Slack', join('xox', 'b-1234567890-', letters)],
    ['AWS', join('AK', 'IAIOSFODNN7EXAMPLE')],
    ['Google', join('AI', 'za', letters.slice(0, 35))],
    ['npm', join('npm', '_', letters)],
    ['Hugging Face', join('hf', '_', letters)],
    ['SendGrid', join('SG', '.', letters, '.', letters)],
    ['Telegram', join('123456789', ':AA', letters.slice(0, 33))],
    ['Docker', join('dckr', '_pat_', letters)],
    ['GitLab deployment', join('gldt', '-', letters)],
    ['Groq', join('gsk', '_', letters)],
    ['HashiCorp Vault', join('hvs', '.', letters)],
    ['a JSON web token', join('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxIn0abc.', letters)],
    [
      'a private key',
      join('-----BEGIN RSA ', 'PRIVATE KEY-----\n', letters, '\n-----END RSA PRIVATE KEY-----'),
    ],
    ['a private key that is cut off', join('-----BEGIN ', 'PRIVATE KEY-----\n', letters, '\n', letters)],
  ])('of %s', (_, key) => {
    const masked = maskSecrets(`use ${key}\nand go on`);
    expect(masked).toContain('use [masked]');
    for (const part of key.split(/\W/).filter((word) => word.length > 18)) expect(masked).not.toContain(part);
  });

  test.each([
    ['Authorization: Basic dXNlcjpwYXNzd29yZA==', 'Authorization: [masked]'],
    ['curl -H "Authorization: Bearer abc"', 'curl -H "Authorization: [masked]"'],
    [`sent Bearer ${letters}.`, 'sent Bearer [masked]'],
    ['postgres://precis:hunter2@db.local:5432/app', 'postgres://precis:[masked]@db.local:5432/app'],
    ['DB_PASSWORD=correcthorse', 'DB_PASSWORD=[masked]'],
    ['export GITHUB_TOKEN="abcd"', 'export GITHUB_TOKEN="[masked]"'],
    ['{"apiKey": "letmein", "name": "x"}', '{"apiKey": "[masked]", "name": "x"}'],
    ["client_secret: 'abcdefgh'", "client_secret: '[masked]'"],
    ['password: hunter2hunter2', 'password: [masked]'],
    ['passwd = 12345678', 'passwd = [masked]'],
    ['login --password hunter2 --user me', 'login --password [masked] --user me'],
    ['AccountKey=Zm9vYmFyYmF6cXV4MTIz==;Endpoint=x', 'AccountKey=[masked];Endpoint=x'],
    ["DB_PASS='hunter2'", "DB_PASS='[masked]'"],
    ['DB_PASS=abc', 'DB_PASS=[masked]'],
    ['MYSQL_PWD=abcd', 'MYSQL_PWD=[masked]'],
    ['PGPASSWORD=x psql', 'PGPASSWORD=[masked] psql'],
    ['POSTGRES_PASSWORD: hunter', 'POSTGRES_PASSWORD: [masked]'],
    ['password: "correct horse battery staple"', 'password: "[masked]"'],
    ['"pass": "x", "y": 1', '"pass": "[masked]", "y": 1'],
    ['curl -u me:hunter2 https://x', 'curl -u me:[masked] https://x'],
    ['curl -sSu "me:two words" https://x', 'curl -sSu "me:[masked]" https://x'],
    ['curl --cookie sid=abc https://x', 'curl --cookie sid=[masked]'],
    ['mysql -uroot -phunter2 db', 'mysql -uroot -p[masked] db'],
    ['mysqldump -p"two words" db', 'mysqldump -p"[masked]" db'],
    ['docker login -u me -p hunter2 host', 'docker login -u me -p [masked] host'],
    ['sshpass -p hunter2 ssh me@host', 'sshpass -p [masked] ssh me@host'],
    ['redis-cli -a hunter2 ping', 'redis-cli -a [masked] ping'],
    ['gpg --passphrase hunter2 -d x', 'gpg --passphrase [masked] -d x'],
    ['machine api.x.com login me password hunter2', 'machine api.x.com login me password [masked]'],
    ['machine h\n  login me\n  password hunter2\n', 'machine h\n  login me\n  password [masked]\n'],
    ['Cookie: sid=abc; theme=dark', 'Cookie: [masked]'],
    ['< Set-Cookie: sid=abc; Path=/', '< Set-Cookie: [masked]'],
    ['https://hooks.slack.com/services/T00/B00/abcDEF123', 'https://hooks.slack.com/services/[masked]'],
    [
      'https://discord.com/api/webhooks/123456/abcdefghijklmnopqrstu',
      'https://discord.com/api/webhooks/[masked]',
    ],
    ['Server=db;User Id=sa;Password=x y;Encrypt=1', 'Server=db;User Id=sa;Password=[masked];Encrypt=1'],
    ['postgres://me:p@ss@host/db', 'postgres://me:[masked]@host/db'],
    ['redis://:pw@host', 'redis://:[masked]@host'],
    ['https://x.org/f?sig=abcdefghij&v=1', 'https://x.org/f?sig=[masked]&v=1'],
    ['//registry.example/:_authToken=abcd1234efgh', '//registry.example/:_authToken=[masked]'],
    ['_auth=dXNlcjpwYXNz', '_auth=[masked]'],
  ])('in %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});

test.each([
  'The token bucket refills; the password reset page works.',
  'token: string; password: string',
  'const key = process.env.API_KEY;',
  'apiKey: process.env.OPENAI_API_KEY,',
  'const token = readToken(request);',
  'max_tokens: 4096, input_tokens=123456789',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  '0f8fad5b-d9cd-469f-a165-70867728950e',
  'https://example.org:8080/path?x=1 and mail me@example.org',
  'sk-learn-style-estimators-everywhere',
  'The secret: practise every day.',
  'TOKEN=$CI_TOKEN',
  'PASS=12 FAIL=0; tests pass: all',
  'PWD=/home/me OLDPWD=/',
  'const pass = await run();',
  'compass = "north"; bypass: "none"',
  "password: 'Enter your password', passwordLabel: 'Password'",
  "apiKey: '仅用于此智能体的密钥。'",
  'docker run -p 8080:80 -p 127.0.0.1:5432:5432 -u 1000:1000 nginx',
  'mysql -u root -p db',
  'authorization: string | null; headers.authorization ?? null',
  'headers: { authorization: `Bearer ${token}` }',
  'usage_input_tokens: usage?.inputTokens2 ?? null, tokenBudget: agent.tokenBudget3.value',
  'secretKey: Uint8Array',
  "isSecret ? secret : 'none'",
  'OPENAI_API_KEY: variableKey,',
  'postgres://precis:${POSTGRES_PASSWORD:?set it}@postgres:5432/precis',
  '"js-tiktoken": "^1.0.12", "react-password-field": "0.2.1"',
  'tokenize = "unicode61 remove_diacritics 0"',
  'raise the first-token time-out',
  'the login form and password field; cookie: yes',
])('ordinary text stays: %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test('masking a masked text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = maskSecrets(`API_KEY=${text} token: '${text}' https://a:${text}@b`);
      expect(maskSecrets(once)).toBe(once);
    }),
  );
});

test('takes linear time, whatever the text', () => {
  const hostile = [
    'sk-',
    'eyJaaaaaaaaa-',
    '://a:',
    'token',
    'authorization:',
    'bearer ',
    '-----BEGIN PRIVATE KEY-----',
    'curl -u ',
    'curl -u "a:',
    'mysql -p',
    'docker login -p ',
    'machine a login b ',
    'password="',
    'password=\\"',
    ';pwd=',
    'cookie: a=',
    'pass=a-',
    '--a-a-a-token ',
    '1:AA',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(64_000 / piece.length));
    const startedAt = process.cpuUsage();
    maskSecrets(text);
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
  }
});

test('names of secrets are known, and names that only sound like them are not', () => {
  for (const name of ['password', 'apiKey', 'API_KEY', 'access_token', 'clientSecret', 'Authorization'])
    expect(isSecretName(name)).toBe(true);
  for (const name of ['tokens', 'maxTokens', 'keyboard', 'path', 'secretary'])
    expect(isSecretName(name)).toBe(false);
});
