import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** When a plugin last reached the worker or failed to, as `precis opencode status` shows it. */
export interface Contact {
  url: string;
  /** The time as ISO 8601. */
  at: string;
  /** Why the worker was not reached. Null means that it was reached. */
  failure: string | null;
}

const fileName = 'contact.json';

export async function writeContact(dir: string, contact: Contact): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `contact-${process.pid}.new`);
  await writeFile(file, JSON.stringify(contact), { mode: 0o600 });
  await rename(file, join(dir, fileName));
}

export async function readContact(dir: string): Promise<Contact | null> {
  try {
    return JSON.parse(await readFile(join(dir, fileName), 'utf8'));
  } catch {
    return null;
  }
}
