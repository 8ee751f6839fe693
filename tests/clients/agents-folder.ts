import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `npm run test:clients` installs Claude Code and Codex. */
export const agentsFolder = join(homedir(), '.cache', 'precis-agents');
