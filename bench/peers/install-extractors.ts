import { installPackages } from './install-packages.ts';

/** Installs packages that summarize a text without a model. Returns false if that is impossible here. */
export function installExtractors(): boolean {
  return installPackages([
    'ts-textrank@1.0.3',
    'node-summarizer@1.0.7',
    'lexrank.js@3.0.0',
    'wink-nlp@2.4.0',
    'wink-eng-lite-web-model@1.8.1',
  ]);
}
