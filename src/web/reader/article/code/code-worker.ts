import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type CodeSpan, readSpans, type ScopedNode } from './code-parts.ts';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  haskell,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The language is detected from this much of the code, because every language is tried on it. */
const triedCharacters = 2000;
/** Below this relevance the language is only a guess, so prose and tables in a fixed font stay plain. */
const leastRelevance = 5;

/** The language is detected, because articles do not say in which language their code is. */
function colour(code: string): CodeSpan[] {
  const { language, relevance } = hljs.highlightAuto(code.slice(0, triedCharacters));
  if (language === undefined || relevance < leastRelevance) return [];
  const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  return readSpans((_emitter as unknown as { root: ScopedNode }).root);
}

/** The first message says that the worker has loaded. From now on, the page limits the time of each answer. */
tell(null);
self.addEventListener('message', ({ data }: MessageEvent<string>) => tell(colour(data)));

function tell(message: CodeSpan[] | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no other origin.
  self.postMessage(message);
}
