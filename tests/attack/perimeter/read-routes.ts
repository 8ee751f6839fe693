import { randomUUID } from 'node:crypto';

export interface ApiRoute {
  method: string;
  path: string;
  /** The path as in the document, with the names of its ids. */
  template: string;
}

interface Described {
  parameters?: { in: string; name: string; required?: boolean }[];
}

/** Valid ids that refer to nothing. */
const exampleIds: Record<string, string> = { '/api/models': 'nobody', '/api/agents': 'nobody' };

/** Reads every route of the OpenAPI document, and that of MCP, with ids and required parameters filled in. */
export async function readRoutes(url: string, headers: Record<string, string> = {}): Promise<ApiRoute[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`, { headers })).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: fillIn(path) + queryOf(parameters),
      template: path + queryOf(parameters),
    })),
  );
  return [...routes, plain('POST', '/mcp'), plain('GET', '/api/openapi.json')];
}

export function changesSomething({ method }: ApiRoute): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function plain(method: string, path: string): ApiRoute {
  return { method, path, template: path };
}

function fillIn(path: string): string {
  const known = Object.entries(exampleIds).find(([start]) => path.startsWith(start))?.[1];
  return path.replaceAll(/\{\w+\}/g, () => known ?? randomUUID());
}

function queryOf(parameters: NonNullable<Described['parameters']>): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  return required.length === 0 ? '' : `?${required.map(({ name }) => `${name}=x`).join('&')}`;
}
