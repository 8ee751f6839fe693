import { describe, expect, test } from 'vitest';
import { cycleStop, measureStops, parseStop, settle, sheetStops, stepStop } from './use-panel-place.ts';

const heights = measureStops(780);
const still = (height: number) => settle({ height, speed: 0, heights });

describe('the stops of a sheet', () => {
  test('are one line, half the room, and all but the bar of the article', () => {
    expect(heights).toEqual({ handle: 56, half: 390, full: 724 });
  });

  test('leave the buttons room on a low screen, and never cover the bar', () => {
    expect(measureStops(500)).toEqual({ handle: 56, half: 304, full: 444 });
    expect(measureStops(340)).toEqual({ handle: 56, half: 284, full: 284 });
  });

  test('are read from storage; anything else is half', () => {
    expect(['handle', 'half', 'full', 'huge', '', null].map(parseStop)).toEqual([
      'handle',
      'half',
      'full',
      'half',
      'half',
      'half',
    ]);
  });

  test('are reached one after the other by arrow keys, and in a circle by Enter', () => {
    expect(sheetStops.map((stop) => stepStop(stop, 1))).toEqual(['half', 'full', 'full']);
    expect(sheetStops.map((stop) => stepStop(stop, -1))).toEqual(['handle', 'handle', 'half']);
    expect(sheetStops.map(cycleStop)).toEqual(['half', 'full', 'handle']);
  });
});

describe('a sheet that is let go', () => {
  test('rests at the nearest stop', () => {
    expect([56, 200, 240, 390, 540, 570, 724].map(still)).toEqual([
      'handle',
      'handle',
      'half',
      'half',
      'half',
      'full',
      'full',
    ]);
  });

  test('goes to the next stop after a flick, however short', () => {
    expect(settle({ height: 80, speed: 0.6, heights })).toBe('half');
    expect(settle({ height: 410, speed: 0.6, heights })).toBe('full');
    expect(settle({ height: 700, speed: -0.6, heights })).toBe('half');
    expect(settle({ height: 370, speed: -0.6, heights })).toBe('handle');
  });

  test('stays at the ends', () => {
    expect(settle({ height: 724, speed: 2, heights })).toBe('full');
    expect(settle({ height: 56, speed: -2, heights })).toBe('handle');
  });
});
