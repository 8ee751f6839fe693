import { createContext, useContext } from 'react';

const Context = createContext(false);

export const PicturesProvider = Context.Provider;

/** Whether lists show pictures. From one place: there are dozens of icons, and each watched query takes its time. */
export function usePicturesWanted(): boolean {
  return useContext(Context);
}
