import type { Shape } from './find-signs.ts';

interface SecretFlag {
  programs: string;
  /** A pattern for the flag with the space or equals sign after it. */
  flag: string;
  /** A pattern for what precedes the secret in the same word, such as a user name. */
  before?: string;
  /** A pattern for what a secret does not begin with. The default is a variable or another flag. */
  never?: string;
  signs: string;
}

const user = '[^\\s"\'`:]{1,100}:';

const secretFlags: SecretFlag[] = [
  // For other programs, -u is a user or a group.
  {
    programs: 'curl|wget|https?|xh',
    flag: '(?:-[a-zA-Z]{0,6}[uUa]|--user|--auth|--proxy-user)[= ]?',
    before: user,
    never: '//',
    signs: 'rl |wge|tp |ps |xh ',
  },
  { programs: '(?:mysql|mariadb)[\\w-]{0,12}', flag: '-p', never: '[=-]', signs: 'ysq|iad' },
  { programs: 'openssl', flag: '-[kK]\\s{1,3}', signs: 'ssl' },
  { programs: 'openssl', flag: '-pass(?:in|out)?\\s{1,3}', before: 'pass:', signs: 'ssl' },
  { programs: 'sshpass', flag: '-p\\s{0,3}', signs: 'shp' },
  { programs: 'redis-cli', flag: '(?:-a|--pass)[= ]{1,3}', signs: 's-c' },
  { programs: 'ssh-keygen', flag: '-[NP]\\s{1,3}', signs: 'h-k' },
  { programs: '(?:un)?zip', flag: '-P\\s{1,3}', signs: 'zip' },
  { programs: '7z[ar]?|(?:un)?rar', flag: '-h?p', signs: '0z |0za|0zr|rar' },
  {
    programs: 'sqlcmd|bcp|mosquitto_(?:pub|sub)|ipmitool',
    flag: '-P\\s{1,3}',
    signs: 'qlc|bcp|squ|ipm',
  },
  { programs: 'ldap[a-z]{2,12}', flag: '-w\\s{1,3}', signs: 'lda' },
  {
    programs: 'keytool|jarsigner',
    flag: '-(?:src|dest)?(?:store|key)pass\\s{1,3}',
    signs: 'eyt|rsi',
  },
  { programs: 'plink|pscp|psftp', flag: '-pw\\s{1,3}', signs: 'lin|psc|psf' },
  {
    programs: 'smbclient|rpcclient',
    flag: '(?:-U|--user)[= ]{1,3}',
    before: '[^\\s"\'`%]{1,100}%',
    signs: 'smb|rpc',
  },
  { programs: 'lftp', flag: '-u\\s{1,3}', before: '[^\\s"\'`,]{1,100},', signs: 'lft' },
];

/** Matches what stands between a program and a flag, even if the command continues on the next line. */
const between = '(?:[^\\r\\n|;]|(?<=[\\\\^]\\r?)[\\r\\n])';
const nextLine = '(?:[\\\\^]\\r?\\n\\s{0,20})?';

/** Makes one shape for a secret in quotes, which may contain spaces, and one for a secret without quotes. */
function toShapes({ programs, flag, before = '', never = '[$-]', signs }: SecretFlag): Shape[] {
  const lead = `\\b((?:${programs})\\s${between}{0,300}?(?<=\\s)${flag}${nextLine}`;
  const quoted = `(?:"${before}(?=[^"\\r\\n]{1,200}")|'${before}(?=[^'\\r\\n]{1,200}')))(?!\\$)[^"'\\r\\n]{1,200}`;
  const bare = `${before})(?!\\$|${never})[^\\s"'\`]{1,200}`;
  return [lead + quoted, lead + bare].map((source) => [new RegExp(source, 'g'), ...signs.split('|')]);
}

/** Matches passwords in command lines. The first group is kept, and what follows it is masked. */
export const commandShapes: Shape[] = [
  ...secretFlags.flatMap(toShapes),
  [
    /\b((?:curl|wget)\s(?:[^\r\n|;]|(?<=[\\^]\r?)[\r\n]){0,300}?(?<=\s)(?:-b|--cookie)[= ]?["'`]?[\w.-]{1,60}=)[^\r\n"'`]{1,2000}/g,
    'rl ',
    'wge',
  ],
  [
    /\b((?:docker|podman|nerdctl|oc|az|cf|helm registry)\slogin\s(?:[^\r\n|;]|(?<=[\\^]\r?)[\r\n]){0,200}?(?<=\s)-p[= ](?:"(?=[^"\r\n]{1,200}")|'(?=[^'\r\n]{1,200}')))(?!\$)[^"'\r\n]{1,200}/g,
    'cke',
    'odm',
    'dct',
    'oc ',
    'az ',
    'cf ',
    'elm',
  ],
  // For other commands, -p is a port.
  [
    /\b((?:docker|podman|nerdctl|oc|az|cf|helm registry|mongo(?:sh|dump|restore)?)\s(?:login\s)?(?:[^\r\n|;]|(?<=[\\^]\r?)[\r\n]){0,200}?(?<=\s)-p[= ]["'`]?)(?!\d{1,5}(?:[:\s]|$))[^\s"'`:]{4,200}(?![^\s"'`]{0,200}:)/g,
    'cke',
    'odm',
    'dct',
    'oc ',
    'az ',
    'cf ',
    'elm',
    'ngo',
  ],
  // The password comes last: after a file and a user, or with -n after the user alone.
  [
    /\b(htpasswd\s(?=[^\r\n|;]{0,40}?-[A-Za-z]{0,7}b)(?:-[A-Za-z]{1,8}\s{1,3}(?:\d{1,2}\s{1,3})?){1,4}(?:(?<=-[A-Za-z]{0,7}n[^\r\n|;]{0,40})|\S{1,200}\s{1,3})\S{1,100}\s{1,3}["'`]?)[^\s"'`]{1,200}/g,
    'htp',
  ],
];
