import { describe, expect, test } from 'vitest';
import { parseRunsSearch } from './runs-search.ts';

describe('the URL of runs and issues', () => {
  test('names the tab, the status and the open run', () => {
    const run = '0199a6f0-0000-7000-8000-000000000001';
    expect(parseRunsSearch({ tab: 'runs', status: 'failed', run })).toEqual({
      tab: 'runs',
      status: 'failed',
      run,
    });
  });

  test('omits what it does not understand', () => {
    expect(parseRunsSearch({ tab: 'other', status: 'lost', run: '<script>', issue: 7, more: 1 })).toEqual({});
  });
});
