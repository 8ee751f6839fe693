import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peersDir } from './load-peer.ts';

const packages = [
  'ts-textrank@1.0.3',
  'node-summarizer@1.0.7',
  'lexrank.js@3.0.0',
  'wink-nlp@2.4.0',
  'wink-eng-lite-web-model@1.8.1',
];

/** Packages that summarize a text without a model. False if they cannot be installed here. */
export function installExtractors(): boolean {
  if (existsSync(join(peersDir, 'node_modules', 'ts-textrank'))) return true;
  mkdirSync(peersDir, { recursive: true });
  writeFileSync(join(peersDir, 'package.json'), '{ "private": true }');
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: peersDir,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return true;
  } catch (error) {
    console.error(`The peers cannot be installed here: ${String(error).split('\n')[0]}`);
    return false;
  }
}
