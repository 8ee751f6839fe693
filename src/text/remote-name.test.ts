import { describe, expect, test } from 'vitest';
import { nameRemote } from './remote-name.ts';

describe('the name of a remote', () => {
  test.each([
    'https://github.com/Acme/api.git',
    'https://github.com/acme/api/',
    'https://someone:ghp_S3CRET@github.com/acme/api.git?token=S3CRET#x',
    'http://github.com:80/acme/api',
    'git@github.com:acme/api.git',
    'github.com:acme/api',
    'ssh://git@github.com/acme/api.git',
    'ssh://git@github.com:22/acme/api',
    'git+ssh://git@GitHub.com/acme/api.git',
    'git://github.com/acme/api.git',
    ' git@github.com:/acme/api.git\n',
  ])('is the same for %s', (address) => {
    expect(nameRemote(address)).toBe('github.com/acme/api');
  });

  test.each([
    ['another server on another port', 'http://localhost:3000/acme/api', 'localhost:3000/acme/api'],
    ['a group', 'https://gitlab.com/acme/tools/api.git', 'gitlab.com/acme/tools/api'],
    [
      'an encoded path',
      'https://dev.azure.com/acme/My%20Team/_git/api',
      'dev.azure.com/acme/my team/_git/api',
    ],
    ['a path', '/srv/git/Api.git', '/srv/git/Api'],
    ['a path as a URL', 'file:///srv/git/Api.git', '/srv/git/Api'],
    ['a path on Windows', 'C:\\git\\Api.git', 'C:\\git\\Api'],
    ['something else', 'user:S3CRET@somewhere', 'somewhere'],
    ['nothing', '', ''],
  ])('tells %s apart', (_, address, name) => {
    expect(nameRemote(address)).toBe(name);
  });

  test('never holds a credential, and takes no time', () => {
    for (const address of [
      'https://S3CRET@host/a/b',
      'https://a:S3CRET@host:8443/a/b',
      'ssh://S3CRET@host/a',
      'S3CRET@host:a/b',
      'https://a:S3CRET@@host/a',
      '//a:S3CRET@host/a',
      `https://${'a@'.repeat(5000)}S3CRET@host/a`,
    ])
      expect(nameRemote(address)).not.toContain('S3CRET'.toLowerCase());
    expect(nameRemote(`${'/'.repeat(50_000)}x`)).toContain('x');
  });
});
