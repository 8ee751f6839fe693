import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionValues } from '#schema/app-session.ts';
import type { AppSession } from './create-app-session.ts';

const Context = createContext<AppSession | null>(null);

export const AppSessionProvider = Context.Provider;

export function useAppSession(): { values: SessionValues } & Pick<AppSession, 'change' | 'leaveAlone'> {
  const session = useContext(Context);
  if (session === null) throw new Error('useAppSession must be used inside its provider');
  const values = useSyncExternalStore(session.subscribe, session.get);
  return { values, change: session.change, leaveAlone: session.leaveAlone };
}
