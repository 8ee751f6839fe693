/**
 * Turns the address of a repository into a name of host and path. Protocol, credentials, `.git`, letter case and
 * usual ports make no difference. A path on this machine keeps its case.
 */
export function nameRemote(address: string): string {
  const text = /^[a-z+.-]+:\/\//iu.test(address.trim()) ? address.trim() : withoutCredentials(address.trim());
  const local = /^(?:file:\/\/(?:localhost)?)?(\/.*|[A-Za-z]:[\\/].*)$/u.exec(text)?.[1];
  if (local !== undefined) return trimPath(local);
  // This matches `git@host:path`, where a URL would have a slash after the colon.
  const short = /^(\[[^\]]+\]|[^:/@\s]{2,}):(?!\/\/)(.*)$/u.exec(text);
  if (short !== null) return `${short[1]}/${trimPath((short[2] ?? '').replace(/^\/+/u, ''))}`.toLowerCase();
  if (!URL.canParse(text)) return trimPath(withoutCredentials(text)).toLowerCase();
  const { protocol, hostname, port, pathname } = new URL(text);
  // One server uses different ports for SSH and the web, so only a web port is part of the name.
  const host = /^https?:$/u.test(protocol) && port !== '' ? `${hostname}:${port}` : hostname;
  return `${host}/${trimPath(decode(pathname).replace(/^\/+/u, ''))}`.toLowerCase();
}

function trimPath(path: string): string {
  return path.replace(/(?<![\\/])[\\/]+$/u, '').replace(/\.git$/iu, '');
}

function withoutCredentials(text: string): string {
  return text.replace(/^([a-z+.-]+:\/\/|\/\/)?[^/\s]*@/iu, '$1').replace(/[?#].*$/su, '');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
