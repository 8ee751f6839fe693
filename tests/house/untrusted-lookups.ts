import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A rule for oxlint. An object has more names than those written into it: `table[name]` finds `constructor` and `toString`
 * in each. Names from pages, feeds, requests, models and command lines are looked up in a Map; the compiler refuses a
 * string as the key of any object that is not declared to have all strings as keys.
 *
 * The rule sees no types. It follows what is written: the annotation of a name, of a destructured name and of a property
 * in the same file, `Object.fromEntries`, and the declaration of an imported name.
 */

/** The part of the syntax tree that is read here. */
interface Node {
  type: string;
  range: [start: number, end: number];
  computed?: boolean;
  operator?: string;
  name?: string;
  value?: unknown;
  object?: Node;
  property?: Node;
  left?: Node;
  parent?: Node;
  callee?: Node;
  expression?: Node;
  init?: Node | null;
  key?: Node;
  imported?: Node;
  source?: Node;
  properties?: Node[];
  typeAnnotation?: Node | null;
  typeName?: Node;
  typeArguments?: { params: Node[] };
  typeParameters?: { params: Node[] };
  members?: Node[];
  body?: Node | Node[];
}

interface Scope {
  set: Map<string, { defs: { name?: Node; node?: Node; parent?: Node }[] }>;
  upper: Scope | null;
}

interface Context {
  filename: string;
  cwd: string;
  sourceCode: { text: string; getScope(node: Node): Scope };
  report(found: { node: Node; message: string }): void;
}

/** A type, or `table` for an object without an annotation whose names are unknown. */
type Shape = Node | 'table' | undefined;

const message =
  'A name that is not known is looked up in an object, which also has names such as "constructor". Use a Map.';
const wrappers = new Set(['Readonly', 'Partial', 'Required']);
const unwrapping = new Set(['ChainExpression', 'TSNonNullExpression', 'ParenthesizedExpression']);

function createReader(context: Context) {
  function definitionOf(at: Node, name: string) {
    for (let scope: Scope | null = context.sourceCode.getScope(at); scope !== null; scope = scope.upper) {
      const found = scope.set.get(name);
      if (found !== undefined) return found.defs[0];
    }
    return undefined;
  }

  /** Finds what a reference to a type of this file stands for. */
  function resolve(type: Node, at: Node): Node {
    const params = (type.typeArguments ?? type.typeParameters)?.params ?? [];
    const name = type.typeName?.name ?? '';
    if (wrappers.has(name) && params[0] !== undefined) return resolve(params[0], at);
    const declared = params.length === 0 && name !== '' ? definitionOf(at, name)?.node : undefined;
    if (declared?.type === 'TSTypeAliasDeclaration' && declared.typeAnnotation)
      return resolve(declared.typeAnnotation, at);
    return declared?.type === 'TSInterfaceDeclaration' ? declared : type;
  }

  function membersOf(type: Node): Node[] {
    const inner = (type.body as Node | undefined)?.body;
    return type.members ?? (Array.isArray(inner) ? inner : []);
  }

  /** Whether the type has every string as a key. */
  function isTable(shape: Shape, at: Node): boolean {
    if (shape === undefined || shape === 'table') return shape === 'table';
    const type = resolve(shape, at);
    const [first] = (type.typeArguments ?? type.typeParameters)?.params ?? [];
    if (type.typeName?.name === 'Record') return first?.type === 'TSStringKeyword';
    return membersOf(type).some((member) => member.type === 'TSIndexSignature');
  }

  function propertyOf(shape: Shape, name: string | undefined, at: Node): Shape {
    if (shape === undefined || shape === 'table' || name === undefined) return undefined;
    const member = membersOf(resolve(shape, at)).find(({ key }) => key?.name === name);
    return member?.typeAnnotation?.typeAnnotation ?? undefined;
  }

  function shapeOf(node: Node | null | undefined): Shape {
    if (!node) return undefined;
    if (unwrapping.has(node.type)) return shapeOf(node.expression);
    if (node.type === 'TSSatisfiesExpression') return shapeOf(node.expression);
    if (node.type === 'TSAsExpression') return node.typeAnnotation ?? undefined;
    if (node.type === 'CallExpression') {
      const { object, property } = node.callee ?? {};
      return object?.name === 'Object' && property?.name === 'fromEntries' ? 'table' : undefined;
    }
    if (node.type === 'MemberExpression' && node.computed !== true)
      return propertyOf(shapeOf(node.object), node.property?.name, node);
    if (node.type !== 'Identifier') return undefined;
    const definition = definitionOf(node, node.name ?? '');
    const { name, node: declaration } = definition ?? {};
    if (declaration?.type === 'ImportSpecifier') return importedShape(definition?.parent, declaration);
    if (name?.typeAnnotation) return name.typeAnnotation.typeAnnotation ?? undefined;
    const pattern = name?.parent?.parent;
    if (pattern?.type === 'ObjectPattern' && pattern.typeAnnotation)
      return propertyOf(pattern.typeAnnotation.typeAnnotation ?? undefined, name?.parent?.key?.name, node);
    return declaration?.type === 'VariableDeclarator' && pattern?.type !== 'ObjectPattern'
      ? shapeOf(declaration.init)
      : undefined;
  }

  /** Reads the text of the declaration, because the syntax tree of another file is not available. */
  function importedShape(declaration: Node | undefined, specifier: Node): Shape {
    const from = declaration?.source?.value;
    if (typeof from !== 'string') return undefined;
    const path = from.startsWith('#')
      ? join(context.cwd, 'src', from.slice(1))
      : join(dirname(context.filename), from);
    if (!/^[#.]/.test(from) || !existsSync(path)) return undefined;
    const name = specifier.imported?.name ?? '';
    const statement = new RegExp(`export const ${name}\\b[^]*?;$`, 'm').exec(readFileSync(path, 'utf8'))?.[0];
    const isAnnotated = /^export const \w+:\s*(?:(?:Readonly|Partial)<)?(?:Record<string,|\{\s*\[)/;
    const isMade = /^export const \w+ =\s*Object\.fromEntries\((?![^]*\) as [^]*$)/;
    return isAnnotated.test(statement ?? '') || isMade.test(statement ?? '') ? 'table' : undefined;
  }

  return (node: Node) => isTable(shapeOf(node), node);
}

/** Whether the file itself asks if the object has the name. */
function isAsked(object: Node, { text }: Context['sourceCode']): boolean {
  return text.includes(`Object.hasOwn(${text.slice(...object.range)},`);
}

function isWritten(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.left === node;
}

const plugin = {
  meta: { name: 'house' },
  rules: {
    'no-untrusted-lookup': {
      create(context: Context) {
        const isTable = createReader(context);
        return {
          MemberExpression(node: Node): void {
            const { object, property } = node;
            if (node.computed !== true || object === undefined || property?.type === 'Literal') return;
            if (isTable(object) && !isWritten(node) && !isAsked(object, context.sourceCode))
              context.report({ node, message });
          },
        };
      },
    },
  },
};

// oxlint-disable-next-line import/no-default-export -- oxlint reads a plugin from there.
export default plugin;
