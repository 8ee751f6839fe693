import { Button } from '#web/controls/button.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useContext } from '#web/sessions/use-sessions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { BudgetBar } from './budget-bar.tsx';

/** The context exactly as a session receives it. */
export function ContextPart({ project }: { project: string | null }) {
  const { context: words } = useStrings().sessions;
  const context = useContext(project);
  const { copied, hasFailed, copy } = useCopy();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 px-4 pb-4">
      <p className="text-xs text-muted wrap-anywhere">
        {project === null ? words.noteAll : words.note(project)}
      </p>
      <Loaded of={context} className="">
        {(loaded) =>
          loaded.text === '' ? (
            <div>
              <p>{words.empty}</p>
              <p className="mt-0.5 text-muted">{words.emptyNext}</p>
            </div>
          ) : (
            <>
              <div className="flex items-center gap-2">
                <span data-testid="context-tokens" className="numeric min-w-0 flex-1 text-xs">
                  {words.tokens(loaded.tokens, loaded.budgetTokens)}
                </span>
                <Button onClick={() => void copy(loaded.text)}>{copied ? words.copied : words.copy}</Button>
              </div>
              <BudgetBar context={loaded} />
              {hasFailed ? <p className="text-xs text-caution">{words.copyFailed}</p> : null}
              <pre
                data-testid="context-text"
                {...scrollable}
                className="min-h-0 flex-1 overflow-y-auto rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
              >
                {loaded.text}
              </pre>
            </>
          )
        }
      </Loaded>
    </div>
  );
}
