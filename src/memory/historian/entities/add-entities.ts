import { type Entity, type EntityContext, entityContextSchema } from '#schema/conversations/conversation.ts';
import { keyOf } from './collect-entities.ts';

interface TurnEntities {
  turn: number;
  created: readonly Entity[];
  deleted: readonly Entity[];
}

/** New entities join the active tier; every other entity stays where and as it is. */
export function addEntities(
  context: EntityContext | null | undefined,
  { turn, created, deleted }: TurnEntities,
): EntityContext {
  const before = context ?? entityContextSchema.parse({});
  const known = new Set([...before.active, ...before.background, ...deleted].map(keyOf));
  const fresh = created
    .filter((entity) => !known.has(keyOf(entity)))
    .map((entity) => ({ ...entity, last_referenced_turn: turn }));
  return { ...before, active: [...before.active, ...fresh], current_turn: turn };
}
