import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findFaint, findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';

async function openAbout(): Promise<void> {
  await openApp('/settings/about');
  await expect.element(page.css('main h2').first()).toBeVisible();
}

test('a dark theme that was chosen has the colours of a dark system', async () => {
  await openAbout();
  const rules = Array.from(document.styleSheets, ({ cssRules }) => listRules(cssRules)).flat();
  const isMedia = (rule: CSSRule) => rule instanceof CSSMediaRule;
  expect(rules.filter(isMedia).filter(({ conditionText }) => conditionText.includes('color-scheme'))).toEqual(
    [],
  );
  const isStyle = (rule: CSSRule) => rule instanceof CSSStyleRule;
  const chosen = rules
    .filter(isStyle)
    .filter(({ selectorText }) => selectorText.includes('data-theme="dark"'));
  expect(chosen.map(({ style }) => style.cssText)).toEqual(['color-scheme: dark;']);
});

test('axe finds a button without a name, and text that is faint in one theme only', async () => {
  await openAbout();
  const part = document.createElement('div');
  part.id = 'planted';
  part.style.background = 'var(--paper)';
  part.innerHTML = '<button></button><p style="color: #3a3733">Dark on light, and on dark.</p>';
  document.querySelector('main')?.prepend(part);
  expect(await findViolations({ part: '#planted' })).toEqual([
    expect.stringMatching(/^button-name: <button>/),
  ]);
  expect(await findFaint(['sepia', 'black'], { part: '#planted' })).toEqual([
    expect.stringMatching(/^black: color-contrast: <p/),
  ]);
});

function listRules(rules: CSSRuleList): CSSRule[] {
  return Array.from(rules, (rule) => [
    rule,
    ...(rule instanceof CSSGroupingRule ? listRules(rule.cssRules) : []),
  ]).flat();
}
