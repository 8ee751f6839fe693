import './forbid-eval.ts';
import { readKept } from './kept-state.ts';
import { renderApp } from './render-app.tsx';
import './theme/app.css';
import { lookKey, lookParts, parseLook } from './theme/look.ts';
import { applyLook } from './theme/use-look.ts';

// Applied before the first paint, which waits for this script, so that dark mode does not flash white.
for (const part of lookParts) applyLook(part, parseLook(part, readKept('local', lookKey(part))));
// Storage events report changes made in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  const part = lookParts.find((each) => lookKey(each) === key);
  if (part !== undefined) applyLook(part, parseLook(part, newValue));
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

renderApp({
  root,
  fetch: (input, init) => window.fetch(input, init),
  /** The file name contains a hash of the whole app. */
  build: import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1),
});
