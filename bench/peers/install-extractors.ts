import { installPackages } from './install-packages.ts';

/** Packages that summarize a text without a model. False if they cannot be installed here. */
export function installExtractors(): boolean {
  return installPackages([
    'ts-textrank@1.0.3',
    'node-summarizer@1.0.7',
    'lexrank.js@3.0.0',
    'wink-nlp@2.4.0',
    'wink-eng-lite-web-model@1.8.1',
  ]);
}
