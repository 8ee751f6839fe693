import { readFileSync } from 'node:fs';

/**
 * This file is preloaded into a program. It shifts the program's clock by the milliseconds in a file, which it reads
 * again and again.
 */
const file = process.env.PRECIS_TEST_CLOCK ?? '';
const realNow = Date.now.bind(Date);
const RealDate = Date;
let offsetMs = 0;
setInterval(() => {
  offsetMs = Number(readFileSync(file, 'utf8')) || 0;
}, 20).unref();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [] | ConstructorParameters<DateConstructor>) =>
    given.length === 0 ? new target(realNow() + offsetMs) : new target(...given),
  get: (target, key) => (key === 'now' ? () => realNow() + offsetMs : Reflect.get(target, key)),
});
