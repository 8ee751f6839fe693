import type { CDPSession, Locator, Page } from 'playwright';

interface Point {
  x: number;
  y: number;
}

interface Move {
  to: Point;
  /**
   * Without a flick, the finger rests before it leaves the screen. A list in motion would use the next tap to stop.
   */
  isFlick?: boolean;
}

/** The time between two moves, and the time that a finger rests. */
const stepMs = 16;
const restMs = 400;
/** The parts of the way after each move. The first is long enough not to count as a press. */
const steps = [0.4, 0.6, 0.8, 1];

/** A finger on a touch screen. The browser turns its touches into pointer events, scrolling and clicks. */
export async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  /** The time sent with each event, so that a busy machine does not slow a flick down. */
  let clockMs = 0;
  let pressed: Promise<unknown> = Promise.resolve();

  function send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<unknown> {
    return session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points,
      timestamp: clockMs / 1000,
    });
  }

  /** Does not wait for the browser, because on a busy machine a waiting finger becomes a long press. */
  function press(point: Point): void {
    clockMs = Date.now();
    at = point;
    pressed = send('touchStart', [at]);
  }

  async function moveTo(to: Point): Promise<void> {
    const from = at;
    for (const step of steps) {
      clockMs += stepMs;
      at = { x: from.x + (to.x - from.x) * step, y: from.y + (to.y - from.y) * step };
      await Promise.all([pressed, send('touchMove', [at])]);
    }
  }

  async function lift(isFlick = false): Promise<void> {
    clockMs += isFlick ? stepMs : restMs;
    await send('touchEnd', []);
  }

  return {
    press,
    moveTo,
    lift,
    async drag(from: Point, { to, isFlick = false }: Move): Promise<void> {
      press(from);
      await moveTo(to);
      await lift(isFlick);
    },
  };
}

export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
