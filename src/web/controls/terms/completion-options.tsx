interface CompletionOptionsProps {
  listId: string;
  completions: readonly string[];
  active: string | null;
  onActive(id: string): void;
  onChoose(completion: string): void;
}

/** Names an option of a list. */
export function completionId(at: number): string {
  return `completion-${at}`;
}

/** Options of a listbox: whole queries that the typed one may become. The field has the focus and handles the keys. */
export function CompletionOptions(props: CompletionOptionsProps) {
  const { listId, completions, active, onActive, onChoose } = props;
  return completions.map((completion, at) => {
    const id = completionId(at);
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={completion}
        id={`${listId}-${id}`}
        role="option"
        aria-selected={id === active}
        data-option={id}
        title={completion}
        onPointerMove={id === active ? undefined : () => onActive(id)}
        // Before the field loses the focus, which closes the list.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(completion)}
        className={`h-8 cursor-pointer truncate rounded-md px-2.5 text-[0.8125rem] leading-8 pointer-coarse:h-11 pointer-coarse:leading-11 ${
          id === active ? 'bg-accent-wash' : ''
        }`}
      >
        {completion}
      </div>
    );
  });
}
