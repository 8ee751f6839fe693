import { createContext, useContext } from 'react';
import type { Client } from '#client/create-client.ts';

const Context = createContext<Client | null>(null);

export const ClientProvider = Context.Provider;

export function useClient(): Client {
  const client = useContext(Context);
  if (client === null) throw new Error('useClient must be used inside its provider');
  return client;
}
