import { describe, expect, test } from 'vitest';
import { soon } from '../soon.ts';
import { writeOldSessions } from '../tell-session.ts';
import { login, useSessionsBench } from '../use-sessions-bench.ts';

const bench = useSessionsBench();

describe('sessions', () => {
  test('start with three commands to copy, and the first prompt appears automatically', async () => {
    const { page, sessions, complaints } = await bench.open();
    await page.getByRole('heading', { name: 'Give OpenCode a memory' }).waitFor();
    await page.getByRole('button', { name: 'Copy precis opencode install' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'), soon)
      .toBe('precis opencode install');
    await page.getByRole('button', { name: 'Copy precis clients import' }).waitFor();
    await bench.tell().prompt({ ...login, prompt: 'Hello, memory' });
    await sessions.turn('Hello, memory').waitFor(soon);
    await sessions.project('harbour-api').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('a search in sessions', () => {
  test('finds as you type, highlights the words, and links to the place', async () => {
    await bench.tellLogin();
    await bench.client().sessions.importLines(writeOldSessions(70, 'archive'));
    const { sessions, page } = await bench.open();
    await sessions.turns.first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('toke');
    await sessions.hits.first().waitFor(soon);
    await expect.poll(() => sessions.hits.locator('mark').first().innerText(), soon).toBe('token');
    await sessions.timeline.getByRole('combobox', { name: 'Type' }).selectOption('Summaries');
    await expect.poll(() => sessions.hits.count(), soon).toBe(1);
    await sessions.hits.first().click();
    await expect.poll(() => sessions.sought.innerText(), soon).toContain('The token expired at once');
    await sessions.session.getByRole('link', { name: 'Back to timeline' }).click();
    await expect.poll(() => sessions.search.inputValue(), soon).toBe('toke');
    await expect.poll(() => sessions.hits.count(), soon).toBe(1);
  });
});

describe('the context', () => {
  test('is the text a session receives, with its tokens, and can be copied', async () => {
    await bench.tellLogin();
    const { sessions, page } = await bench.open('/sessions?project=harbour-api');
    const injected = await (await fetch(`${bench.url()}/api/context/inject?project=harbour-api`)).text();
    await expect.poll(() => sessions.contextText.evaluate((pre) => pre.textContent), soon).toBe(injected);
    const { tokens, budgetTokens } = await bench.client().sessions.context({ project: 'harbour-api' });
    expect(await sessions.contextTokens.innerText()).toBe(
      `${tokens.toLocaleString('en-GB')} of ${budgetTokens.toLocaleString('en-GB')} tokens`,
    );
    await sessions.context.getByRole('button', { name: 'Copy' }).click();
    await sessions.context.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(injected);
  });
});
