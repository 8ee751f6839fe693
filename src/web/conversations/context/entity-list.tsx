import { useState } from 'react';
import type { EntityContext } from '#schema/conversations/conversation.ts';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

type ContextEntity = EntityContext['active'][number] | EntityContext['background'][number];

/** An agent that never curates its entities accumulates thousands; the newest come last. */
const firstShown = 30;

export function EntityList({ entities }: { entities: readonly ContextEntity[] }) {
  const { context: words } = useStrings().conversations;
  const [isWhole, setWhole] = useState(false);
  if (entities.length === 0) return <p className="text-muted">{words.noEntities}</p>;
  const shown = isWhole ? entities : entities.slice(-firstShown);
  return (
    <>
      {shown.length === entities.length ? null : (
        <Button
          look="quiet"
          onClick={() => setWhole(true)}
          className="-ms-2 mb-1 px-2 font-normal text-muted"
        >
          {words.more(entities.length)}
        </Button>
      )}
      <ul className="space-y-1.5">
        {shown.map((entity) => (
          <EntityRow key={`${entity.type}/${entity.id}`} entity={entity} />
        ))}
      </ul>
    </>
  );
}

function EntityRow({ entity }: { entity: ContextEntity }) {
  const { conversations, separator } = useStrings();
  const reason = 'relevance_reason' in entity ? entity.relevance_reason : null;
  const notes = [
    entity.type,
    typeof entity.last_referenced_turn === 'number'
      ? conversations.context.lastTurn(entity.last_referenced_turn)
      : '',
  ].filter((note) => note !== '');
  return (
    <li title={entity.id} className="wrap-anywhere">
      <span dir="auto">{entity.label}</span>{' '}
      <span className="numeric text-xs text-muted">{notes.join(separator)}</span>
      {typeof reason === 'string' && reason !== '' ? (
        <span dir="auto" className="block text-xs text-muted">
          {reason}
        </span>
      ) : null}
    </li>
  );
}
