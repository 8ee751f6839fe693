import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ScreenNotLoadedError } from '#web/controls/lazy/load-screen.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { NotLoadedScreen } from './not-loaded-screen.tsx';

/** Shown in place of a screen that failed to render; the rail stays usable. */
export function CrashedScreen({ error }: ErrorComponentProps) {
  const { shell } = useStrings();
  if (error instanceof ScreenNotLoadedError) return <NotLoadedScreen />;
  return (
    <EmptyState title={shell.crashed} next={error instanceof Error ? error.message : String(error)}>
      <Button onClick={() => window.location.reload()}>{shell.reload}</Button>
    </EmptyState>
  );
}
