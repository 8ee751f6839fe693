import { expect, inject, onTestFinished } from 'vitest';
import { type Locator, locators, page } from 'vitest/browser';
import type { Change } from '#schema/wire.ts';
import type { RecordedAnswers } from '#tests/setup/answers-once.ts';
import { renderApp } from '#web/render-app.tsx';
import { lookKey, lookParts, looks, parseLook } from '#web/theme/look.ts';
import { applyLook } from '#web/theme/use-look.ts';
import '#web/theme/app.css';
import { openStream } from './open-stream.ts';
import { type Answers, type Asked, scriptAnswers } from './script-answers.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector, for what has no role. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector: string) => `css=${selector}` });

interface OpenOptions {
  /** The width in CSS pixels. By default, the page has 1280 × 800. */
  width?: number;
  height?: number;
  /** What this browser kept in its storage, such as `precis.language`. */
  kept?: Record<string, string>;
}

interface OpenApp {
  /** Adds answers, which replace earlier ones. */
  script(answers: Answers): void;
  /** Returns the arguments of each request of an action, such as `reader.entries.list`. */
  asked(action: string): unknown[][];
  /** Tells the app that a list has changed, as the server does. */
  announce(...changes: Change['what'][]): void;
  /** Returns where the app is, as the path and the query. */
  place(): string;
}

/** Ends the app that is on the page. A test that opens the app again thereby reloads the page. */
let leave = () => {};

/**
 * Opens the whole app on this page. Its server answers with what the test has scripted, and otherwise with what a
 * real server answered: see `fixtures/fill-world.ts` for its contents. A request without an answer fails the test.
 */
export async function openApp(
  path: string,
  answers: Answers = {},
  { width = 1280, height = 800, kept = {} }: OpenOptions = {},
): Promise<OpenApp> {
  leave();
  const complaints = collectComplaints();
  await page.viewport(width, height);
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  for (const part of lookParts) applyLook(part, parseLook(part, localStorage.getItem(lookKey(part))));
  const changes = openStream<Change>();
  const scripts: Answers[] = [{ changes, sessions: { events: openStream() } }, answers];
  const asked: Asked[] = [];
  const fetch = scriptAnswers({
    find: (request) => findScripted(scripts, request.action) ?? findRecorded(request),
    note: (request) => void asked.push(request),
  });
  window.history.pushState(null, '', path);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
  const complain = (error: unknown) => {
    complaints.push(String(error));
    throw error;
  };
  leave = renderApp({
    root,
    // Tabs of one build share their settings, and the app of an earlier test counts as another tab.
    build: crypto.randomUUID(),
    fetch: (request) => fetch(request).catch(complain),
  });
  onTestFinished(() => {
    leave();
    leave = () => {};
    document.body.replaceChildren();
    // An open dialog leaves attributes on the body.
    for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
    for (const part of lookParts) applyLook(part, looks[part].usual);
    expect(complaints).toEqual([]);
  });
  // The app renders after its strings and typeface are there. A key pressed before that would be lost.
  await expect.element(page.css('#main')).toBeInTheDocument();
  return {
    script: (more) => void scripts.push(more),
    asked: (action) => asked.filter((request) => request.action === action).map(({ args }) => args),
    announce: (...kinds) => kinds.forEach((what) => changes.send({ what })),
    place: () => `${window.location.pathname}${window.location.search}`,
  };
}

/** The message of a browser that observes sizes again in the next frame. Nothing is lost then. */
const laterResize = 'ResizeObserver loop completed with undelivered notifications.';

/** Collects what the app logs as a warning or an error until the test ends. */
function collectComplaints(): string[] {
  const complaints: string[] = [];
  const { error, warn } = console;
  const note = (...words: unknown[]) => {
    const complaint = words.map(String).join(' ');
    if (!complaint.includes(laterResize)) complaints.push(complaint);
  };
  console.error = note;
  console.warn = note;
  onTestFinished(() => {
    console.error = error;
    console.warn = warn;
  });
  return complaints;
}

function findScripted(scripts: readonly Answers[], action: string): unknown {
  const find = (script: unknown) =>
    action.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), script);
  return scripts.map(find).findLast((answer) => answer !== undefined);
}

/** Finds the recorded answer. For a list, it is the whole list, whatever was asked for. */
function findRecorded({ action, args }: Asked): unknown {
  const recorded: RecordedAnswers = inject('recordedAnswers');
  const answers = recorded[action];
  const [id] = args;
  return answers?.[typeof id === 'string' || typeof id === 'number' ? id : ''];
}
