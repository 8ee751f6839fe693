import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { agentsFolder, failureFile, versions } from '#tests/clients/agents-folder.ts';

/** The packages of the agents. They have 800 MB, which is too much for everyone who clones the repository. */
const packages = [
  `@anthropic-ai/claude-code-linux-${process.arch}@${versions.claudeCode}`,
  `@openai/codex-linux-${process.arch}@npm:@openai/codex@${versions.codex}-linux-${process.arch}`,
  `@google/gemini-cli@${versions.geminiCli}`,
];
const attempts = 2;
const timeoutMs = 170_000;
/** The folder has its own name, because another run may install at the same time. */
const folder = `${agentsFolder}.${process.pid}`;

function install(): void {
  mkdirSync(folder, { recursive: true });
  const options = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--omit=optional',
  ];
  execFileSync('npm', ['install', '--prefix', folder, ...options, ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
  });
  if (!existsSync(agentsFolder)) renameSync(folder, agentsFolder);
}

mkdirSync(dirname(agentsFolder), { recursive: true });
rmSync(failureFile, { force: true });
let failure = process.platform === 'linux' ? null : 'they are only tested on Linux';
for (let attempt = 1; failure === null && !existsSync(agentsFolder); attempt += 1) {
  try {
    install();
  } catch (error) {
    if (attempt === attempts) failure = error instanceof Error ? error.message : String(error);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (failure !== null) writeFileSync(failureFile, failure);
