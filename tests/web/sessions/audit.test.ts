import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type AuditFinding, memoryAuditSchema } from '#schema/sessions/memory-audit.ts';
import { openApp } from '../open-app.ts';
import { makeMemory } from './memory-answers.ts';
import { makeLogin, sessionsOf } from './session-answers.ts';

const sessions = sessionsOf(makeLogin());
const pane = page.getByRole('region', { name: 'Audit', exact: true });
const path = '/sessions?project=harbour-api&view=audit';

type Found = Omit<AuditFinding, 'id' | 'project'> & { id: number };

function auditOf(findings: Found[], more: object = {}) {
  return memoryAuditSchema.parse({
    memories: 4,
    sessions: 2,
    since: Date.now() - 86_400_000,
    atStart: { times: 2, meanTokens: 412, p95Tokens: 800 },
    withPrompt: { times: 0, meanTokens: 0, p95Tokens: 0 },
    findings: findings.map((finding) => ({ project: 'harbour-api', ...finding })),
    ...more,
  });
}
const twin: Found = { kind: 'duplicate', id: 2, text: 'Use pnpm', because: 'M1' };
const waiting: Found = { kind: 'proposal', id: 3, text: 'Run deploy', because: null };

test('an audit shows figures, and what to do with each memory', async () => {
  let findings = [waiting, twin];
  const app = await openApp('/sessions?project=harbour-api', {
    sessions,
    memories: {
      audit: () => auditOf(findings),
      remove() {
        findings = [waiting];
      },
      restore() {
        findings = [waiting, twin];
        return makeMemory(2, twin.text);
      },
      dismiss() {
        findings = [twin];
        return makeMemory(3, waiting.text);
      },
    },
  });
  await page.getByRole('radio', { name: 'Audit' }).click({ force: true });
  expect(app.place()).toContain('view=audit');
  await expect.element(pane.getByText('412 on average, p95 800, 2 times')).toBeVisible();
  await expect.element(pane.getByText('Never', { exact: true })).toBeVisible();
  const twins = pane.getByRole('region', { name: 'Another memory says the same' });
  await expect.poll(() => twins.element().textContent).toContain('Same as M1');
  await twins.getByRole('button', { name: 'Delete “Use pnpm”' }).click();
  await expect.element(twins).not.toBeInTheDocument();
  await pane.getByRole('button', { name: 'Undo' }).click();
  await expect.element(twins).toBeVisible();
  await pane.getByRole('button', { name: 'Dismiss “Run deploy”' }).click();
  await expect.element(pane.getByText('Dismissed “Run deploy”')).toBeVisible();
  expect(app.asked('memories.audit')[0]).toEqual([{ project: 'harbour-api' }]);
  expect(app.asked('memories.remove').map(([id]) => Number(id))).toEqual([2]);
  expect(app.asked('memories.dismiss').map(([id]) => Number(id))).toEqual([3]);
});

test('an audit without findings says so', async () => {
  await openApp(path, { sessions, memories: { audit: auditOf([], { since: null, sessions: 0 }) } });
  await expect.element(pane.getByText('Nothing to fix.')).toBeVisible();
});

test.each([390, 1024])('an audit fits a screen of %i pixels', async (width) => {
  const text = 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4);
  const audit = auditOf([
    { ...twin, text },
    { kind: 'stale', id: 4, text, because: `src/${text}.ts` },
  ]);
  await openApp(path, { sessions, memories: { audit } }, { width, height: 800 });
  await expect.element(pane.getByRole('listitem').first()).toBeVisible();
  const { documentElement } = document;
  expect(documentElement.scrollWidth - documentElement.clientWidth).toBe(0);
});
