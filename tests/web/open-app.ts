import { afterEach, expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#web/render-app.tsx';
import '#web/theme/app.css';
import { type Answers, type Asked, scriptAnswers } from './script-answers.ts';

interface OpenOptions {
  /** In CSS pixels; default 1280 × 800. */
  width?: number;
  height?: number;
  /** What this browser kept, such as `precis.language`. */
  kept?: Record<string, string>;
}

interface OpenApp {
  /** Later answers, which replace the first ones. */
  script(answers: Answers): void;
  /** The arguments of each request of this action. */
  asked(action: string): unknown[][];
  /** Where the app is. */
  path(): string;
}

let end: (() => void) | null = null;
let complaints: string[] = [];

afterEach(() => {
  end?.();
  end = null;
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints).toEqual([]);
});

/**
 * The whole app on this page, over a server that says what a test has scripted, and else what a new server with the
 * sample feed has said.
 */
export async function openApp(
  path: string,
  answers: Answers = {},
  options: OpenOptions = {},
): Promise<OpenApp> {
  const { width = 1280, height = 800, kept = {} } = options;
  await page.viewport(width, height);
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  const scripts: unknown[] = [inject('recordedAnswers'), answers];
  const asked: Asked[] = [];
  complaints = [];
  const fetch = scriptAnswers(
    (action) => scripts.map((script) => lookUp(script, action)).findLast((answer) => answer !== undefined),
    (request) => asked.push(request),
  );
  window.history.replaceState(null, '', path);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
  const leave = renderApp({ root, build: 'tested', fetch: (request) => fetch(request).catch(complain) });
  end = () => {
    leave();
    root.remove();
  };
  return {
    script: (more) => void scripts.push(more),
    asked: (action) => asked.filter((request) => request.action === action).map(({ args }) => args),
    path: () => `${window.location.pathname}${window.location.search}`,
  };
}

function complain(error: unknown): never {
  complaints.push(String(error));
  throw error;
}

function lookUp(script: unknown, action: string): unknown {
  return action.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), script);
}
