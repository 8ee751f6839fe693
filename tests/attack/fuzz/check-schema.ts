import type { ApiDocument, JsonSchema } from './read-operations.ts';

interface Place {
  resolve: ApiDocument['resolve'];
  path?: string;
}

/** Says what is wrong with a value, or returns null. It knows the subset of JSON Schema that the document uses. */
export function checkSchema(
  value: unknown,
  schema: JsonSchema,
  { resolve, path = '$' }: Place,
): string | null {
  const { enum: choices, anyOf, oneOf, allOf, ...rest } = resolve(schema);
  const check = (inner: JsonSchema) => checkSchema(value, inner, { resolve, path });
  if (choices !== undefined && !choices.includes(value)) return `${path} is none of the choices`;
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) {
    const faults = forms.map(check);
    if (!faults.includes(null)) return faults.at(-1) ?? `${path} has no form`;
  }
  for (const part of allOf ?? []) {
    const fault = check(part);
    if (fault !== null) return fault;
  }
  const types = [rest.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOf(value, type))) {
    return `${path} is ${typeNameOf(value)}, not ${types.join(' or ')}`;
  }
  if (typeof value === 'string') return checkString(value, rest, path);
  if (typeof value === 'number') return checkNumber(value, rest, path);
  if (Array.isArray(value)) return checkItems(value, rest, { resolve, path });
  if (typeof value === 'object' && value !== null) return checkFields(value, rest, { resolve, path });
  return null;
}

function checkString(value: string, schema: JsonSchema, path: string): string | null {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  if (value.length < minLength || value.length > maxLength) return `${path} has ${value.length} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return `${path} does not match ${pattern}`;
  if (format === 'uuid' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    return `${path} is no UUID`;
  return null;
}

function checkNumber(value: number, schema: JsonSchema, path: string): string | null {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = schema;
  const isInside =
    value >= minimum && value <= maximum && (value > exclusiveMinimum || exclusiveMinimum === -Infinity);
  return isInside ? null : `${path} is ${value}`;
}

function checkItems(value: unknown[], schema: JsonSchema, { resolve, path }: Required<Place>): string | null {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  if (value.length < minItems || value.length > maxItems) return `${path} has ${value.length} items`;
  if (items === undefined) return null;
  for (const [index, item] of value.entries()) {
    const fault = checkSchema(item, items, { resolve, path: `${path}[${index}]` });
    if (fault !== null) return fault;
  }
  return null;
}

function checkFields(value: object, schema: JsonSchema, { resolve, path }: Required<Place>): string | null {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  for (const [name, field] of Object.entries(value)) {
    const described = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (described === false) return `${path}.${name} is not described`;
    if (described === undefined || described === true) continue;
    const fault = checkSchema(field, described, { resolve, path: `${path}.${name}` });
    if (fault !== null) return fault;
  }
  return null;
}

function isOf(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeNameOf(value) === type;
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
