import { describe, expect, test } from 'vitest';
import type { Entry } from '#schema/entry.ts';
import { checkEntry } from './entry-gate.ts';

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
const check = (
  text: string,
  textOrigin: Entry['textOrigin'] = 'page',
  more: { httpStatus?: number; title?: string } = {},
) => checkEntry({ title: 'A title', html: '', text, textOrigin, ...more });

describe('an entry', () => {
  test('with an article passes', () => {
    expect(check(words(60))).toBeNull();
    expect(check(words(60), 'feed')).toBeNull();
    expect(check(words(60), 'paste')).toBeNull();
  });

  test.each([
    ['', 'source_empty'],
    ['A title.', 'source_title_only'],
    [words(20), 'source_too_short'],
  ])('of %j is refused as %s', (text, code) => {
    expect(check(text)?.code).toBe(code);
  });

  test.each([401, 402, 403, 429, 451])('from a page with HTTP %d is blocked', (httpStatus) => {
    expect(check(words(60), 'page', { httpStatus })?.code).toBe('source_blocked');
  });

  test('from a page that was answered well is not', () => {
    expect(check(words(60), 'page', { httpStatus: 200 })).toBeNull();
  });

  test('that is an excerpt says what to do', () => {
    expect(check(words(60), 'excerpt')).toEqual({
      code: 'source_too_short',
      message: 'The feed contains only an excerpt. Fetch the full article first.',
    });
    expect(check('', 'excerpt')?.code).toBe('source_empty');
  });
});

describe('a wall in place of the article', () => {
  test.each([
    ['robot', 'Please verify you are human by completing the action below.'],
    ['robot', 'Checking your browser before accessing the site.'],
    ['robot', 'Bitte bestätigen Sie, dass Sie kein Roboter sind.'],
    ['robot', '请完成安全验证后继续访问。'],
    ['robot', 'ロボットではありません'],
    ['JavaScript', 'You need to enable JavaScript to run this app.'],
    ['JavaScript', 'Bitte aktivieren Sie JavaScript in Ihrem Browser.'],
    ['JavaScript', 'Veuillez activer JavaScript pour continuer.'],
    ['JavaScript', 'Пожалуйста, включите JavaScript.'],
    ['cookie dialog', 'We and our 842 partners store and use cookies. Accept all.'],
    ['cookie dialog', 'Wir verwenden Cookies. Alle Cookies akzeptieren.'],
    ['cookie dialog', 'Continuer sans accepter. Nous utilisons des cookies.'],
    ['subscribers', 'Subscribe to continue reading. Already a subscriber? Sign in.'],
    ['subscribers', 'You’ve reached your limit of free articles this month.'],
    ['subscribers', 'Cet article est réservé à nos abonnés.'],
    ['subscribers', 'Dieser Artikel ist nur für Abonnenten.'],
    ['subscribers', 'Contenido exclusivo para suscriptores.'],
    ['subscribers', '订阅后继续阅读全文'],
    ['subscribers', 'この記事は有料会員限定です。'],
    ['log in', 'Please log in to continue.'],
    ['log in', '请先登录'],
  ])('(%s) is seen in %j', (kind, text) => {
    for (const origin of ['page', 'feed', 'excerpt'] as const) {
      expect(check(`${text} ${/[\u3000-\u9fff]/.test(text) ? '' : words(45)}`, origin)).toMatchObject({
        code: 'source_blocked',
        message: expect.stringContaining(kind),
      });
    }
  });

  test('is not seen in a long article about it', () => {
    expect(check(`Are you a robot? The captcha, subscribe to continue reading. ${words(400)}`)).toBeNull();
    expect(check(`这篇文章讨论了人机验证和付费墙。${'大桥通车以后人们很高兴。'.repeat(60)}`)).toBeNull();
  });

  test('is not seen in what a person gave', () => {
    expect(check(`Please enable JavaScript. ${words(60)}`, 'paste')).toBeNull();
    expect(check(`Please enable JavaScript. ${words(60)}`, 'file')).toBeNull();
  });

  test('is not seen in a short note of ordinary words', () => {
    const note =
      'The robot arm at the port was subscribed to a new maintenance plan, and its cookies, as the crew calls the spare discs, ' +
      'were delivered on Monday. Javascript courses for the crew begin in May; members of the crew log in with their cards. ' +
      'Access to the quay stays open, and readers of this page need nothing but patience until the works are done.';
    expect(check(note)).toBeNull();
  });
});
