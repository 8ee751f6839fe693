import type { CDPSession, Locator, Page } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

interface Move {
  to: Point;
  /** The finger rests before it leaves the screen, so that nothing is flung. */
  isSlow?: boolean;
}

/** Between two moves, and how long a finger rests. */
const stepMs = 16;
const restMs = 400;
const steps = 8;

/** A finger on a touch screen. The browser makes pointer events, scrolling and clicks of what it does. */
export async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  /** Given with each event, so that a busy machine makes no flick slower. */
  let clockMs = 0;

  function send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<unknown> {
    return session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points,
      timestamp: clockMs / 1000,
    });
  }

  async function press(point: Point): Promise<void> {
    clockMs = Date.now();
    at = point;
    await send('touchStart', [at]);
  }

  async function moveTo(to: Point): Promise<void> {
    const from = at;
    for (let step = 1; step <= steps; step += 1) {
      clockMs += stepMs;
      at = {
        x: from.x + ((to.x - from.x) * step) / steps,
        y: from.y + ((to.y - from.y) * step) / steps,
      };
      await send('touchMove', [at]);
    }
  }

  async function lift(isSlow = false): Promise<void> {
    clockMs += isSlow ? restMs : stepMs;
    await send('touchEnd', []);
  }

  return {
    press,
    moveTo,
    lift,
    async drag(from: Point, { to, isSlow = false }: Move): Promise<void> {
      await press(from);
      await moveTo(to);
      await lift(isSlow);
    },
  };
}

export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
