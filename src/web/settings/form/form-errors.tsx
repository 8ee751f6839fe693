import { createContext, useContext } from 'react';
import { errorOf, type FieldErrors, noErrors } from './field-errors.ts';

const Context = createContext<FieldErrors>(noErrors);

/** Gives each field of a form its error. */
export const FormErrors = Context.Provider;

export function useFieldError(name: string): string | null {
  return errorOf(useContext(Context), name);
}
