import { parseAst } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Member extends Node {
  key?: { name?: string };
}

/**
 * The fields that only the document of the API shows. They are a third of the routes, and the web app does not use
 * them.
 */
const texts = new Set(['summary', 'gives', 'problems']);

/** Returns the source of a table of routes without the texts of each route. */
export function stripRouteTexts(source: string): string {
  const cuts: Node[] = [];
  visit(parseAst(source, { lang: 'ts' }), (members) => {
    if (members.some(({ key }) => key?.name === 'operationId'))
      cuts.push(...members.filter(({ key }) => texts.has(key?.name ?? '')));
  });
  // The cuts go from the end to the beginning, so that the positions of the others stay valid.
  return cuts
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), source);
}

function visit(node: unknown, onObject: (members: Member[]) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node && node.type === 'ObjectExpression' && 'properties' in node)
    onObject(node.properties as Member[]);
  for (const part of Object.values(node)) visit(part, onObject);
}
