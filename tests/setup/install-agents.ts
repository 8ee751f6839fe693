import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { agentsFolder } from '#tests/clients/agents-folder.ts';

/** The programs are 800 MB: too much for everyone who installs Precis from a clone. */
const packages = [
  `@anthropic-ai/claude-code-linux-${process.arch}@2.1.325`,
  `@openai/codex-linux-${process.arch}@npm:@openai/codex@0.166.0-linux-${process.arch}`,
];

mkdirSync(agentsFolder, { recursive: true });
execFileSync(
  'npm',
  [
    'install',
    '--prefix',
    agentsFolder,
    '--save-exact',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...packages,
  ],
  { stdio: 'inherit' },
);
