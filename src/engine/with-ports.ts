type UseCases<P> = Record<string, (ports: P, ...args: never[]) => unknown>;

type Bound<T> = {
  [K in keyof T]: T[K] extends (ports: never, ...args: infer A) => infer R ? (...args: A) => R : never;
};

/** Fills in the ports of functions that take their ports first. */
export function withPorts<P, const T extends UseCases<P>>(ports: P, useCases: T): Bound<T> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, ports)]);
  return Object.fromEntries(bound);
}
