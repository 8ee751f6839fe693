import { cut, flatten } from '#memory/historian/turns/cut.ts';
import { isId, type Step } from '#memory/historian/turns/read-steps.ts';
import type { Entity, EntityAction, HistorianState } from '#schema/conversations/conversation.ts';

/** Labels are cut to this length, because a state grows with each turn. An id is never cut. */
const maxLabelCharacters = 300;

type Source = Readonly<Record<string, unknown>>;

/**
 * Collects what was created, updated and deleted, each entity once in each list. An entity that was created in this
 * turn is not listed as updated too. The host's `turn_entities` are read after the steps, because they have better
 * names.
 */
export function collectEntities(state: HistorianState, steps: readonly Step[]): Map<EntityAction, Entity[]> {
  const known = knownEntities(state);
  const found = new Map<EntityAction, Map<string, Entity>>();
  for (const { metadata, operations } of steps) {
    for (const { action, type, records } of operations) {
      if (action === null) continue;
      for (const record of records) put(action, record, type ?? metadata.subdomain ?? null);
    }
  }
  for (const entity of state.turn_entities ?? []) {
    const key = keyOf(toEntity(entity, null));
    const listed = [...found].filter(([, entities]) => entities.has(key)).map(([action]) => action);
    const actions = entity.action
      ? [entity.action]
      : listed.length > 0
        ? listed
        : [known.has(key) ? 'updated' : 'created'];
    for (const action of actions as EntityAction[]) put(action, entity, null);
  }
  return new Map([...found].map(([action, entities]) => [action, [...entities.values()]]));

  function put(action: EntityAction, source: Source, type: string | null): void {
    if (!isId(source.id)) return;
    const entity = toEntity(source, type);
    const key = keyOf(entity);
    if (action === 'updated' && found.get('created')?.has(key)) return put('created', source, type);
    const list = found.get(action) ?? new Map<string, Entity>();
    found.set(action, list);
    const before = list.get(key) ?? known.get(key);
    list.set(key, {
      id: entity.id,
      type: textOf(source.type) ?? before?.type ?? entity.type,
      label: labelOf(source) ?? before?.label ?? entity.label,
    });
  }
}

function knownEntities({ entity_context }: HistorianState): Map<string, Entity> {
  const entities = [...(entity_context?.background ?? []), ...(entity_context?.active ?? [])];
  return new Map(entities.map((entity) => [keyOf(entity), entity]));
}

function toEntity(source: Source, type: string | null): Entity {
  const id = String(source.id);
  return { id, type: textOf(source.type) ?? type ?? 'item', label: labelOf(source) ?? id };
}

/** Makes one key for an entity, although tables are named in the plural and their entities in the singular. */
export function keyOf({ id, type }: Pick<Entity, 'id' | 'type'>): string {
  return `${type.toLowerCase().replace(/ies$/u, 'y').replace(/s$/u, '')} ${id}`;
}

function labelOf({ label, name, title }: Source): string | null {
  const text = textOf(label) ?? textOf(name) ?? textOf(title);
  return text === null ? null : cut(flatten(text), maxLabelCharacters);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
