import type { Route, RouteTable } from '#schema/routes/route.ts';

export interface Action {
  /** The place of the action in the client, such as `reader.entries.list`. */
  name: string;
  route: Route;
}

export function* listActions(table: RouteTable, prefix = ''): Generator<Action> {
  for (const [key, entry] of Object.entries(table)) {
    const name = `${prefix}${key}`;
    if (isRoute(entry)) yield { name, route: entry };
    else yield* listActions(entry, `${name}.`);
  }
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.operationId === 'string';
}
