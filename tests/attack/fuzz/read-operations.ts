export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: JsonSchema | null;
  /** The content of each answer, by status and media type. An answer without content has no media types. */
  answers: Record<string, Content>;
}

export interface ApiDocument {
  operations: Operation[];
  /** Resolves a reference, and returns any other schema unchanged. */
  resolve(schema: JsonSchema): JsonSchema;
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** Reads the OpenAPI document that a server offers. */
export async function readOperations(url: string): Promise<ApiDocument> {
  const { paths, components } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters = [], requestBody, responses }]): Operation => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, { content = {} }]) => [status, content]),
        ),
      }),
    ),
  );
  return { operations, resolve };

  function resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace('#/components/schemas/', '');
    const found = components.schemas[name];
    if (found === undefined) throw new Error(`the document has no ${schema.$ref}`);
    return resolve(found);
  }
}
