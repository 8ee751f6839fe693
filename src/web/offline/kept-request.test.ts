import { describe, expect, test } from 'vitest';
import { toKeptRequest } from './kept-request.ts';

const ask = (method: string, path: string) => toKeptRequest({ method, url: `http://127.0.0.1:1${path}` });

describe('requests that concern what this device keeps', () => {
  test.each([
    ['GET', '/api/entries/7', { kind: 'entry', id: 7 }],
    ['PATCH', '/api/entries/7', { kind: 'patch', id: 7 }],
    ['DELETE', '/api/entries/7', { kind: 'remove', id: 7 }],
    ['GET', '/api/entries/7/summaries', { kind: 'summaries', id: 7 }],
    ['POST', '/api/entries/7/full-text', { kind: 'full-text', id: 7 }],
    ['POST', '/api/entries/patch', { kind: 'patch-many' }],
    ['POST', '/api/entries/mark-read', { kind: 'mark-read' }],
    ['GET', '/api/subscriptions', { kind: 'answer', path: '/api/subscriptions' }],
    ['GET', '/api/settings?x=1', { kind: 'answer', path: '/api/settings' }],
  ])('%s %s', (method, path, kept) => {
    expect(ask(method, path)).toEqual(kept);
  });

  test('a list is asked for by its parameters', () => {
    const asked = ask('GET', '/api/entries?view=starred&limit=200');
    expect(asked?.kind === 'list' && asked.search.get('view')).toBe('starred');
  });

  test.each([
    ['POST', '/api/entries'],
    ['PATCH', '/api/settings'],
    ['POST', '/api/entries/7/summaries'],
    ['DELETE', '/api/entries/7/summaries'],
    ['GET', '/api/entries/7/images/00'],
    ['GET', '/api/entries/0'],
    ['GET', '/api/entries/99999999999999999999'],
    ['GET', '/api/entries/7x'],
    ['GET', '/api/login'],
    ['GET', '/api/changes'],
  ])('%s %s is none', (method, path) => {
    expect(ask(method, path)).toBeNull();
  });
});
